internal import FaderAPI
internal import FaderClient
internal import NIOCore
internal import NIOHTTP1

/// One connection of a browser: reads a request, has the daemon answer it, passes the answer on as it comes. Owned by the event loop.
final class ForwardedRequest: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let door: ForwardingDoor
    private var context: ChannelHandlerContext?
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    /// The number of bytes of the body so far, including those that are not kept because there are too many.
    private var bodySize = 0
    /// The connection to the daemon, while it answers.
    private var daemon: (any Channel)?
    private var isAnswerBegun = false
    /// Whether the request has arrived completely and its answer has not been sent completely.
    private var isAsking = false
    /// Whether the connection is about to close, and nothing more is read from it.
    private var isEnding = false
    /// Whether it got no place, and waits for its client to read why.
    private var isLingering = false
    /// How long the first permitted request may take to arrive, in milliseconds.
    private let firstTime: Int64
    private var first: Scheduled<Void>?
    /// What works on a request that is answered here.
    private var own: Task<Void, Never>?

    init(_ door: ForwardingDoor, firstTime: Int64) { (self.door, self.firstTime) = (door, firstTime) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        if door.enter(self) {
            first = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(firstTime)) { context.close(promise: nil) }
        } else {
            isLingering = door.beginLeaving()
            tellAndClose(ForwardingDoor.noRoom)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        first?.cancel()
        if isLingering { door.endLeaving() }
        door.leave(self)
        daemon?.close(promise: nil)
        own?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body, bodySize, isAnswerBegun) = (head, ByteBuffer(), 0, false)
        case .body(var bytes):
            bodySize += bytes.readableBytes
            if bodySize <= ForwardingDoor.bodySize { body.writeBuffer(&bytes) }
        case .end: forward()
        }
    }

    /// Closes an idle connection: any user of the machine can open one, and there is room for only so many.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent, !isAsking { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func forward() {
        isAsking = true
        guard let head, let channel = context?.channel else { return }
        guard door.showsKey(head), !ForwardingDoor.isForPage(head) else {
            return door.pace.submit(isWanted: { channel.isActive && !self.isEnding }) { [self] done in answerStranger(head, done) }
        }
        if let refusal = door.refusal(head, bodySize: bodySize) { return answer(refusal) }
        first?.cancel()
        door.use(self, isAsking: true)
        let loop = channel.eventLoop
        if let routes = door.own, routes.has(head.uri) { return answerHere(head, routes, on: loop) }
        let bound = NIOLoopBound(self, eventLoop: loop)
        door.keeper.connection().flatMap { bound.value.connect($0.path, on: loop) }.whenComplete { result in
            switch result {
            case .success(let channel): bound.value.send(on: channel)
            case .failure(let error): bound.value.answer(ForwardingDoor.problem(error))
            }
        }
    }

    /// Answers a request that shows no key: with the page, or with a refusal.
    private func answerStranger(_ head: HTTPRequestHead, _ done: @escaping () -> Void) {
        if let refusal = door.refusal(head, bodySize: bodySize) {
            answer(refusal)
            return done()
        }
        guard let loop = context?.eventLoop else { return done() }
        first?.cancel()
        let bound = NIOLoopBound((self, done), eventLoop: loop)
        door.keeper.answer(ForwardingDoor.pageRequest(head)).whenComplete { result in
            bound.value.0.pass(result)
            bound.value.1()
        }
    }

    /// Has a route of this program answer. The work on it ends with the connection.
    private func answerHere(_ head: HTTPRequestHead, _ routes: OwnRoutes, on loop: any EventLoop) {
        let request = OwnRoutes.Request(method: head.method.rawValue, path: head.uri, body: Array(body.readableBytesView))
        let bound = NIOLoopBound(self, eventLoop: loop)
        own = Task {
            switch await routes.answer(request) {
            case .whole(let status, let type, let bytes):
                loop.execute { bound.value.passOwn { $0.answer(status, type, bytes) } }
            case .lines(let lines):
                loop.execute { bound.value.passOwn { $0.begin(200, "application/x-ndjson") } }
                for await line in lines { loop.execute { bound.value.passOwn { $0.write(line + [UInt8(ascii: "\n")]) } } }
                loop.execute { bound.value.passOwn { $0.end() } }
            }
        }
    }

    private func connect(_ path: String, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return Exchange.connect(path, on: loop, timeout: DaemonClient.timeout) { channel -> any Channel in
            try channel.pipeline.syncOperations.addHandler(ForwardedAnswer(bound.value))
            return channel
        }.flatMapErrorThrowing { throw Exchange.clientError($0, path: path) }
    }

    private func send(on channel: any Channel) {
        guard let head, let context, context.channel.isActive else { return channel.close(promise: nil) }
        daemon = channel
        for part in ForwardingDoor.request(head, body) { channel.write(part, promise: nil) }
        channel.flush()
    }

    // MARK: The answer

    func pass(_ part: HTTPClientResponsePart, from channel: any Channel) {
        guard context != nil, daemon === channel else { return }
        switch part {
        case .head(let head):
            // A daemon that has just begun does not know the key yet; then the page tries again.
            if head.status == .unauthorized, !door.keeper.refused() {
                return daemonFailed(channel, ClientError.closed(path: door.keeper.path))
            }
            pass(status: head.status, head.headers)
        case .body(let bytes): context?.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        case .end: end()
        }
    }

    private func pass(status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        var headers = headers
        for name in ["connection", "keep-alive"] { headers.remove(name: name) }
        write(status, headers)
    }

    /// Passes on the whole answer to a request for the page.
    private func pass(_ result: Result<Answer, any Error>) {
        guard let context, context.channel.isActive, !isEnding else { return }
        switch result {
        case .success(let answer):
            pass(status: HTTPResponseStatus(statusCode: answer.status), answer.headers)
            write(answer.body)
            end()
        case .failure(let error): answer(ForwardingDoor.problem(error))
        }
    }

    /// Passes on a part of an answer that comes in parts.
    private func passOwn(_ write: (ForwardedRequest) -> Void) {
        guard let context, context.channel.isActive, isAsking, !isEnding else { return }
        write(self)
        context.flush()
    }

    private func begin(_ status: Int, _ type: String, length: Int? = nil) {
        var headers = HTTPHeaders([("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")])
        if let length { headers.add(name: "Content-Length", value: "\(length)") }
        if head?.isKeepAlive == false { headers.add(name: "Connection", value: "close") }
        write(HTTPResponseStatus(statusCode: status), headers)
    }

    private func write(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        isAnswerBegun = true
        context?.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
    }

    private func write(_ bytes: [UInt8]) {
        if !bytes.isEmpty { context?.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil) }
    }

    func flush() { context?.flush() }

    /// The daemon has closed its connection. In the middle of an answer, closes the browser's connection too, so that the browser knows
    /// that the answer is incomplete.
    func daemonClosed(_ channel: any Channel) {
        guard daemon === channel else { return }
        daemon = nil
        if isAnswerBegun { context?.close(promise: nil) } else { answer(ForwardingDoor.problem(ClientError.closed(path: ""))) }
    }

    /// The daemon refused the connection, or something is wrong with its answer.
    func daemonFailed(_ channel: any Channel, _ error: any Error) {
        if daemon === channel, !isAnswerBegun {
            daemon = nil
            answer(ForwardingDoor.problem(error))
        }
        channel.close(promise: nil)
    }

    private func end() {
        guard let context, let head else { return }
        (daemon, own) = (nil, nil)
        (isAsking, isAnswerBegun) = (false, false)
        door.use(self, isAsking: false)
        self.head = nil
        let written = context.eventLoop.makePromise(of: Void.self)
        if !head.isKeepAlive {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            let isLingering = isLingering
            isEnding = true
            written.futureResult.whenComplete { _ in
                guard isLingering else { return bound.value.close(promise: nil) }
                // Closing a connection with unread bytes would reset it, and the answer would be lost.
                bound.value.close(mode: .output, promise: nil)
                bound.value.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { bound.value.close(promise: nil) }
            }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    func closeNow() { context?.close(promise: nil) }

    /// Answers although no request has arrived completely, and closes. The handler that keeps answers in the order of requests has no
    /// request for this answer, so the answer bypasses that handler.
    private func tellAndClose(_ problem: Problem) {
        guard let own = context else { return }
        defer { context = own }
        let handler = try? own.pipeline.syncOperations.context(handlerType: HTTPServerPipelineHandler.self)
        guard let handler else { return own.close(promise: nil) }
        context = handler
        head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["connection": "close"])
        answer(problem)
    }

    private func answer(_ problem: Problem) {
        // A problem that is made here can always be encoded.
        answer(problem.status, "application/problem+json", (try? problem.encode()) ?? [])
    }

    private func answer(_ status: Int, _ type: String, _ bytes: [UInt8]) {
        guard head != nil else { return }
        begin(status, type, length: bytes.count)
        if head?.method != .HEAD { write(bytes) }
        end()
    }

    /// Stops reading from the daemon while the browser does not read. The daemon then sends the browser only the newest state.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        daemon?.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }
}

/// The daemon's end of a forwarded request. Owned by the event loop.
final class ForwardedAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let request: ForwardedRequest

    init(_ request: ForwardedRequest) { self.request = request }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { request.daemonFailed(context.channel, error) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { request.pass(unwrapInboundIn(data), from: context.channel) }

    func channelReadComplete(context: ChannelHandlerContext) { request.flush() }

    func channelInactive(context: ChannelHandlerContext) {
        request.daemonClosed(context.channel)
        context.fireChannelInactive()
    }
}
