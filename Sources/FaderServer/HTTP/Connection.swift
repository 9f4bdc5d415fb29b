internal import FaderLoops
internal import NIOCore
internal import NIOHTTP1

/// The connection of one client: reads a request, has it answered, writes the answer, and reads the next one. Owned by the event loop.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that is being read.
    struct Reading {
        var head: HTTPRequestHead
        var call: Call
    }

    enum State {
        case idle
        case reading(Reading)
        case answering
        /// The answer is written, but the client has not read all of it. Its next request waits until it has.
        case writing
        case streaming(EventStream)
        /// The last answer is written, and the connection closes when the client has read it.
        case ending
        case closed
    }

    let registry: Registry
    /// The session of the requests that name no session.
    let id: SessionID
    let requestGuard: RequestGuard
    var context: ChannelHandlerContext?
    var state = State.idle
    /// When the connection came and was last used, by the registry's counter.
    var (arrival, lastTurn) = (UInt64(0), UInt64(0))
    /// What the latest request has shown.
    var credential = Credential.nothing
    /// Whether it may come from any user of the machine: over TCP, and without the token or a key so far.
    var isStranger: Bool
    private(set) lazy var deadline = Deadline { [unowned self] in timeIsUp() }
    var willClose = false
    /// Whether an answer of an `atOnce` endpoint is being written.
    var isAnsweringAtOnce = false
    var isLingering = false
    /// Who waits for the answer to the request in progress.
    var reader: LongAnswers.Reader?

    /// Who is at the other end.
    let peer: Peer

    init(registry: Registry, transport: Transport, peer: Peer = Peer(process: 0)) {
        self.peer = peer
        self.registry = registry
        isStranger = transport.isTCP
        id = registry.newSessionID()
        requestGuard = RequestGuard(transport: transport, limits: registry.limits)
    }

    /// Whether the connection can be closed to make room: not while a request is being answered or a stream is open.
    var isDispensable: Bool {
        switch state {
        case .idle, .reading, .writing, .ending: true
        // A closed connection is listed as long as the daemon works on its request.
        case .answering, .streaming, .closed: false
        }
    }

    var isOverTCP: Bool { requestGuard.transport.isTCP }
    /// Whether it gets none of the places that are kept for programs on the Unix socket: it came over TCP, or shows a key, so that it is a
    /// browser's behind `faderctl web`.
    var isRemote: Bool { if case .key = credential { true } else { isOverTCP } }
    var isReading: Bool { if case .reading = state { true } else { false } }
    var isStreaming: Bool { if case .streaming = state { true } else { false } }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        if registry.admit(self) {
            wait(registry.limits.idleTime)
        } else {
            refuseUnasked(.tooManyConnections)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
        self.context = nil
    }

    private func finish() {
        if case .closed = state { return }
        deadline.cancel()
        if case .streaming(let stream) = state { registry.remove(stream) }
        if let reader { Owner.assume { reader.leave() } }
        // While the daemon works on its request, a closed connection still counts, so a client cannot pile up work by reconnecting.
        if case .answering = state {} else { registry.remove(self) }
        state = .closed
    }

    /// Tells the client that the key that it registered on this connection was revoked, if nothing else is under way. Otherwise it finds
    /// out when it registers the key again.
    func keyRevoked() { if case .idle = state { refuseUnasked(.revoked, lingering: false) } }

    func closeNow() { context?.close(promise: nil) }

    /// Closes the connection, or ends its stream. An answer in progress is still sent.
    func stop() {
        willClose = true
        switch state {
        case .streaming: endStream()
        case .answering, .writing, .ending: break
        case .idle, .reading, .closed: closeNow()
        }
    }

    // MARK: Time

    func wait(_ milliseconds: Int64) {
        if let loop = context?.eventLoop { deadline.set(in: .milliseconds(milliseconds), on: loop) }
    }

    private func timeIsUp() {
        switch state {
        case .idle where isRequestBegun: refuseUnasked(.tooSlow)
        case .reading: refuse(.tooSlow)
        case .idle, .writing, .ending: closeNow()
        case .answering, .streaming, .closed: break
        }
    }

    /// Whether a request has begun to arrive and has not arrived completely.
    var isRequestBegun = false

    /// Starts the time limit for a request with its first byte. `ReadClock` calls this before the bytes are decoded.
    func bytesArrived() {
        guard case .idle = state, !isRequestBegun else { return }
        isRequestBegun = true
        wait(registry.limits.requestTime)
    }

    // MARK: Events of the channel

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let bytes): append(bytes)
        case .end: end()
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let parserError = error as? HTTPParserError else { return closeNow() }
        switch state {
        case .idle, .reading:
            let isTooLarge = parserError == .headerOverflow
            refuse(isTooLarge ? .headTooLarge(limit: registry.limits.headSize) : .malformed("this is not an HTTP/1.1 request"))
        case .answering, .writing, .streaming: willClose = true
        case .ending, .closed: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            switch state {
            case .answering, .writing: willClose = true
            case .ending: if isLingering { closeNow() }
            case .idle, .reading, .streaming, .closed: closeNow()
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        switch state {
        // It becomes unwritable in the middle of a write; anything written then would get between the parts of one chunk.
        case .streaming(let stream) where context.channel.isWritable: stream.drain()
        case .writing where context.channel.isWritable: beReady()
        default: break
        }
        context.fireChannelWritabilityChanged()
    }
}
