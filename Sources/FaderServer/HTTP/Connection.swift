internal import FaderSystem
internal import NIOCore
internal import NIOHTTP1

/// The connection of one client. Owned by the event loop.
final class Connection: DoorConnection {
    struct Reading {
        var head: HTTPRequestHead
        var call: Call
    }

    enum State {
        /// Nothing is under way, except the end of the last answer.
        case idle
        case reading(Reading)
        case answering
        /// The client has not read all of the answer. Its next request waits until it has.
        case writing
        case streaming(EventStream)
        case closed
    }

    let registry: Registry
    /// The session of the requests that name no session.
    let id: SessionID
    let requestGuard: RequestGuard
    var state = State.idle
    /// What the latest request has shown.
    var credential = Credential.nothing
    /// Whether an answer of an `atOnce` endpoint is being written.
    var isAnsweringAtOnce = false
    /// Who waits for the answer to the request in progress.
    var reader: LongAnswers.Reader?

    let peer: Peer

    init(registry: Registry, transport: Transport, peer: Peer = Peer(process: 0)) {
        self.peer = peer
        self.registry = registry
        id = registry.newSessionID()
        requestGuard = RequestGuard(transport: transport, limits: registry.limits)
        super.init(isStranger: transport.isTCP, idleTime: registry.limits.idleTime)
    }

    /// Never called. Swift 6.2 would make it by itself, and then report that it calls itself for ever.
    override init(isStranger: Bool, idleTime: Int64) { preconditionFailure("a connection is made with its registry") }

    /// It stays while a request is being answered, a stream is open, or something ends with it.
    override var canLeave: Bool {
        switch state {
        case .idle, .reading, .writing: !registry.isHeld(self)
        // A closed connection is listed as long as the daemon works on its request.
        case .answering, .streaming, .closed: false
        }
    }

    override var isOverTCP: Bool { requestGuard.transport.isTCP }
    /// Over TCP, or a browser's behind `faderctl web`, which shows a key.
    override var isRemote: Bool { if case .key = credential { true } else { isOverTCP } }
    var isReading: Bool { if case .reading = state { true } else { false } }
    var isStreaming: Bool { if case .streaming = state { true } else { false } }

    // MARK: Life

    override func arrived() {
        if registry.admit(self) {
            wait(idleTime)
        } else {
            registry.door.turnAway(self, with: HTTPFailure.tooManyConnections.response)
        }
    }

    override func left() {
        if case .closed = state { return }
        if case .streaming(let stream) = state { registry.remove(stream) }
        if let reader { Owner.assume { reader.leave() } }
        // While the daemon works on its request, a closed connection still counts, so a client cannot pile up work by reconnecting.
        if case .answering = state {} else { registry.remove(self) }
        state = .closed
    }

    /// The key that the client registered on this connection was revoked. If something else is under way, it finds out when it registers
    /// the key again.
    func keyRevoked() { if case .idle = state, !isEnding { answerUnasked(HTTPFailure.revoked.response, lingering: false) } }

    /// Closes the connection, or ends its stream. An answer in progress is still sent.
    func stop() {
        willClose = true
        guard !isEnding else { return }
        switch state {
        case .streaming: endStream()
        case .answering, .writing: break
        case .idle, .reading, .closed: closeNow()
        }
    }

    // MARK: Time

    override func timeIsUp() {
        switch state {
        case .idle where isRequestBegun: answerUnasked(HTTPFailure.tooSlow.response)
        case .reading: refuse(.tooSlow)
        case .idle, .writing: closeNow()
        case .answering, .streaming, .closed: break
        }
    }

    /// Whether a request has begun to arrive, but not arrived completely.
    var isRequestBegun = false

    /// The time limit for a request starts with its first byte.
    override func bytesArrived() {
        guard case .idle = state, !isRequestBegun else { return }
        isRequestBegun = true
        wait(registry.limits.requestTime)
    }

    // MARK: Events of the channel

    override func read(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): begin(head)
        case .body(let bytes): append(bytes)
        case .end: end()
        }
    }

    override func unreadable(isHeadTooLarge: Bool) {
        switch state {
        case .idle, .reading:
            refuse(isHeadTooLarge ? .headTooLarge(limit: registry.limits.headSize) : .malformed("this is not an HTTP/1.1 request"))
        case .answering, .writing, .streaming: willClose = true
        case .closed: break
        }
    }

    override func inputClosed() {
        switch state {
        case .answering, .writing: willClose = true
        case .idle, .reading, .streaming, .closed: closeNow()
        }
    }

    override func writabilityChanged() {
        switch state {
        // It becomes unwritable in the middle of a write; anything written then would get between the parts of one chunk.
        case .streaming(let stream) where isWritable: stream.drain()
        case .writing where isWritable: beReady()
        default: break
        }
    }
}
