internal import FaderAPI
internal import NIOCore
internal import NIOHTTP1

/// One client: reads a request, has it answered, writes the answer, and so on. Owned by the event loop.
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
        /// Answered, but the client does not read the answer yet: its next request waits until it does.
        case writing
        case streaming(EventStream)
        /// The last answer is written; only waiting for the client to read it.
        case ending
        case closed
    }

    let registry: Registry
    /// The session of the requests that name none.
    let id: SessionID
    let requestGuard: RequestGuard
    var context: ChannelHandlerContext?
    var state = State.idle
    /// When it was last used, by the registry's counter.
    var lastTurn: UInt64 = 0
    private lazy var deadline = Deadline { [unowned self] in timeIsUp() }
    var willClose = false
    private var isLingering = false

    init(registry: Registry, transport: Transport) {
        self.registry = registry
        id = registry.newSessionID()
        requestGuard = RequestGuard(transport: transport, limits: registry.limits)
    }

    /// Whether it can be closed to make room: not while a request is being answered or a stream is open.
    var isDispensable: Bool {
        switch state {
        case .idle, .reading, .writing, .ending: true
        // Closed, but still listed: the daemon is working on its request.
        case .answering, .streaming, .closed: false
        }
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func channelActive(context: ChannelHandlerContext) {
        if registry.admit(self) {
            wait(registry.limits.idleTime)
        } else {
            refuseUnasked(.tooManyConnections(limit: registry.limits.connections))
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
        // While the daemon works on its request, a connection keeps its place, so that a client cannot pile up work by leaving.
        if case .answering = state {} else { registry.remove(self) }
        state = .closed
    }

    /// Closes at once.
    func closeNow() { context?.close(promise: nil) }

    /// Ends what can be ended at once; an answer in progress is still sent.
    func stop() {
        willClose = true
        switch state {
        case .streaming: endStream()
        case .answering, .ending: break
        case .idle, .reading, .writing, .closed: closeNow()
        }
    }

    // MARK: Time

    private func wait(_ milliseconds: Int64) {
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

    /// Whether some bytes of a request have arrived, but not its complete head.
    private var isRequestBegun = false

    /// The first line that this connection got, as `ReadClock` sees it.
    private var requestLine = RequestLine()
    /// Whether an earlier request was taken up: HTTP/1.0 ends after one answer, so a client cannot switch to it later.
    private var hasBegunBefore = false

    /// Called by `ReadClock` before anything is decoded: from its first byte on, the request has to arrive in time.
    func bytesArrived(_ bytes: ByteBuffer) {
        requestLine.take(bytes.readableBytesView)
        guard case .idle = state, !isRequestBegun else { return }
        isRequestBegun = true
        wait(registry.limits.requestTime)
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head)
        case .body(let bytes): append(bytes)
        case .end: end()
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        guard case .idle = state else { return }
        isRequestBegun = true
        let head = head.trimmed
        do throws(HTTPFailure) {
            guard requestLine.isHTTP, head.version.minor > 0 || !hasBegunBefore else { throw .versionNotSupported }
            hasBegunBefore = true
            let uri = try requestGuard.admit(head)
            var call = try route(head, uri)
            try read(head.headers, into: &call)
            if call.row.isStream, !registry.hasRoomForStream { throw .tooManyStreams(limit: registry.limits.streams) }
            if !head.isKeepAlive || head.version.minor == 0 || head.headers.contains(name: "upgrade") { willClose = true }
            state = .reading(Reading(head: head, call: call))
            // An HTTP/1.0 client would mistake it for the answer.
            if head.version.minor > 0, head.headers.contains(name: "expect") { sendContinue() }
        } catch {
            refuse(error, isHead: head.method == .HEAD)
        }
    }

    /// What a request asks for, if it may. What there is not is told only to those who bring the token.
    private func route(_ head: HTTPRequestHead, _ uri: String) throws(HTTPFailure) -> Call {
        let call: Call
        do throws(HTTPFailure) {
            call = try registry.router.call(method: head.method.rawValue, uri: uri)
        } catch {
            try requestGuard.permit(nil, head.headers)
            throw error
        }
        try requestGuard.permit(call.row, head.headers)
        return call
    }

    /// Reads the headers that some handler wants to know.
    private func read(_ headers: HTTPHeaders, into call: inout Call) throws(HTTPFailure) {
        call.languages = headers.first(name: "accept-language")
        call.lastEventID = headers.first(name: "last-event-id")
        call.condition = try RevisionCondition.read(headers["if-match"])
        guard call.condition == nil || call.row.isConditional else {
            throw .malformed("\"If-Match\" has no meaning for this request; leave it out")
        }
        let names = headers["fader-session"]
        guard names.count <= 1 else { throw .malformed("a request belongs to one session: send \"Fader-Session\" once") }
        call.session = names.first
        if let name = names.first, !registry.sessions.has(name) { throw .unknownSession }
    }

    private func append(_ bytes: ByteBuffer) {
        guard case .reading(var reading) = state else { return }
        let limit = registry.limits.largestBody(path: reading.call.row.template)
        guard reading.call.body.count + bytes.readableBytes <= limit else { return refuse(.bodyTooLarge(limit: limit)) }
        guard reading.call.body.count > 0 || reading.head.headers["content-type"].count == 1 else { return refuse(.unsupportedMediaType) }
        state = .idle
        reading.call.body.append(contentsOf: bytes.readableBytesView)
        state = .reading(reading)
    }

    private func end() {
        guard case .reading(let reading) = state else { return }
        isRequestBegun = false
        registry.touch(self)
        switch reading.call.endpoint.handler {
        case .stream:
            deadline.cancel()
            openStream(reading)
        case .atOnce, .answer:
            // The timer may run on: no answer takes the time of a request from its connection.
            deadline.forget()
            answer(reading)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let parserError = error as? HTTPParserError else { return closeNow() }
        switch state {
        case .idle, .reading:
            let isTooLarge = parserError == .headerOverflow
            refuse(isTooLarge ? .headTooLarge(limit: registry.limits.headSize) : .malformed("this is no HTTP/1.1 request"))
        case .answering, .writing, .streaming: willClose = true
        case .ending, .closed: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            switch state {
            case .answering: willClose = true
            case .ending: if isLingering { closeNow() }
            case .idle, .reading, .writing, .streaming, .closed: closeNow()
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        switch state {
        case .streaming(let stream): stream.drain()
        case .writing where context.channel.isWritable: beReady()
        default: break
        }
        context.fireChannelWritabilityChanged()
    }

    // MARK: Answering

    private func answer(_ reading: Reading) {
        guard let loop = context?.eventLoop else { return }
        let (call, name) = (reading.call, reading.call.session)
        let caller: Caller
        do throws(HTTPFailure) {
            // Until the answer, the session does not end.
            caller = Caller(try name.map { name throws(HTTPFailure) in try registry.sessions.enter(name) } ?? id, condition: call.condition)
        } catch {
            return refuse(error)
        }
        state = .answering
        let isHead = reading.head.method == .HEAD
        if case .atOnce = call.endpoint.handler { return answered(Endpoint.answerAtOnce(call, from: caller), in: name, isHead: isHead) }
        let bound = NIOLoopBound(self, eventLoop: loop)
        Task(executorPreference: reading.call.endpoint.isBrief ? registry.ownTasks : registry.tasks) {
            let response = await Endpoint.answer(call, from: caller)
            loop.execute { bound.value.answered(response, in: name, isHead: isHead) }
        }
    }

    private func answered(_ response: Response, in session: String?, isHead: Bool) {
        if let session { registry.sessions.leave(session) }
        guard case .answering = state else { return registry.remove(self) }
        write(response, isHead: isHead, closes: willClose)
        if willClose {
            end(lingering: false)
        } else {
            context?.flush()
            state = .writing
            if context?.channel.isWritable ?? false { beReady() } else { wait(registry.limits.idleTime) }
        }
    }

    /// Ends the answer, so that the next request is read.
    private func beReady() {
        state = .idle
        // A client's open edit or declaration may wait for its user for hours; the daemon is told when the client goes.
        if registry.isHeld(self) { deadline.cancel() } else { wait(registry.limits.idleTime) }
        context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Answers a request that is not read to its end, and closes.
    func refuse(_ failure: HTTPFailure, isHead: Bool = false) { refuse(with: failure.response, isHead: isHead) }

    /// The same, with an answer from the daemon.
    func refuse(with response: Response, isHead: Bool = false) {
        willClose = true
        write(response, isHead: isHead, closes: true)
        end(lingering: true)
    }

    /// The same if no request head has arrived. The handler that keeps answers in the order of requests has no request for this one, so it
    /// is written past that handler.
    private func refuseUnasked(_ failure: HTTPFailure) {
        willClose = true
        let own = context
        do {
            context = try context?.pipeline.syncOperations.context(handlerType: HTTPServerPipelineHandler.self)
            refuse(failure)
        } catch {
            closeNow()
        }
        context = own
    }

    /// Closes once the answer is written. If the client may still be sending, only the output is closed at first: closing a connection with
    /// unread bytes resets it, and the answer is lost.
    private func end(lingering: Bool) {
        guard let context else { return }
        state = .ending
        wait(registry.limits.idleTime)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.written(lingering: lingering) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func written(lingering: Bool) {
        guard lingering else { return closeNow() }
        isLingering = true
        wait(1_000)
        context?.close(mode: .output, promise: nil)
    }
}
