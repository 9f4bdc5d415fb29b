internal import FaderAPI
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

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
    /// How long the first permitted request may take to arrive, in milliseconds.
    private let firstTime: Int64
    private var first: Scheduled<Void>?

    init(_ door: ForwardingDoor, firstTime: Int64) { (self.door, self.firstTime) = (door, firstTime) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        if door.enter(context.channel) {
            first = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(firstTime)) { context.close(promise: nil) }
        } else {
            context.close(promise: nil)
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        first?.cancel()
        door.leave(context.channel)
        daemon?.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    // MARK: The request

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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
        if let refusal = door.refusal(head, bodySize: bodySize) { return answer(refusal) }
        first?.cancel()
        door.use(channel, isAsking: true, isTrusted: door.isTrusted(head))
        let loop = channel.eventLoop
        let bound = NIOLoopBound(self, eventLoop: loop)
        connect(door.candidates[...], on: loop).whenComplete { result in
            switch result {
            case .success(let channel): bound.value.send(on: channel)
            case .failure(let error): bound.value.answer(ForwardingDoor.problem(error))
            }
        }
    }

    /// Connects to the first socket that accepts.
    ///
    /// - Parameter former: why an earlier one did not, if a daemon is there.
    private func connect(
        _ candidates: ArraySlice<String>, on loop: any EventLoop, after former: ClientError? = nil
    ) -> EventLoopFuture<any Channel> {
        guard let path = candidates.first else {
            return loop.makeFailedFuture(former ?? ClientError.notRunning(tried: door.candidates))
        }
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(DaemonClient.timeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(ForwardedAnswer(bound.value))
                }
            }
            .connect(unixDomainSocketPath: path)
            .flatMapError { error in
                var reason: ClientError? = Exchange.clientError(error, path: path)
                if case .notRunning = reason { reason = nil }
                return bound.value.connect(candidates.dropFirst(), on: loop, after: former ?? reason)
            }
    }

    private func send(on channel: any Channel) {
        guard let head, let context, context.channel.isActive else { return channel.close(promise: nil) }
        daemon = channel
        for part in door.request(head, body) { channel.write(part, promise: nil) }
        channel.flush()
    }

    // MARK: The answer

    /// Passes on a part of the daemon's answer.
    func pass(_ part: HTTPClientResponsePart) {
        guard let context else { return }
        switch part {
        case .head(let head):
            isAnswerBegun = true
            var headers = head.headers
            for name in ["connection", "keep-alive"] { headers.remove(name: name) }
            context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: head.status, headers: headers))), promise: nil)
        case .body(let bytes): context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
        case .end: end()
        }
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
        daemon = nil
        isAsking = false
        door.use(context.channel, isAsking: false)
        self.head = nil
        let written = context.eventLoop.makePromise(of: Void.self)
        if !head.isKeepAlive {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func answer(_ problem: Problem) {
        guard let context, head != nil else { return }
        // A problem that is made here can always be encoded.
        let bytes = (try? problem.encode()) ?? []
        let headers = HTTPHeaders([
            ("Content-Type", "application/problem+json"), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"),
            ("Content-Length", "\(bytes.count)"),
        ])
        let status = HTTPResponseStatus(statusCode: problem.status)
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        if head?.method != .HEAD { context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil) }
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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { request.pass(unwrapInboundIn(data)) }

    func channelReadComplete(context: ChannelHandlerContext) { request.flush() }

    func channelInactive(context: ChannelHandlerContext) {
        request.daemonClosed(context.channel)
        context.fireChannelInactive()
    }
}
