internal import FaderAPI
internal import FaderKit
internal import FaderServer
internal import NIOCore
internal import NIOHTTP1

/// A browser's connection: has the daemon answer each request, and passes the answer on as it comes. Owned by the event loop.
final class ForwardedRequest: DoorConnection {
    private let rules: ForwardingRules
    private var door: Door<ForwardedRequest> { rules.door }
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    /// How many bytes have come, with those that are not kept because there are too many.
    private var bodySize = 0
    private var bodyLimit = ForwardingRules.bodySize
    /// The connection to the daemon while it answers.
    private var daemon: (any Channel)?
    private var isAnswerBegun = false
    /// The request has arrived completely, and its answer has not been sent completely.
    private var isAsking = false
    /// How long the first permitted request may take to arrive, in milliseconds.
    private let firstTime: Int64
    private var first: Scheduled<Void>?
    /// Called when the daemon has said whether it admits a key that nobody here knows.
    private var judged: (() -> Void)?
    /// Works on a request that is answered here.
    private var own: Task<Void, Never>?

    init(_ rules: ForwardingRules, firstTime: Int64, idleTime: Int64) {
        (self.rules, self.firstTime) = (rules, firstTime)
        super.init(isStranger: true, idleTime: idleTime)
    }

    override var canLeave: Bool { isStranger || !isAsking }

    override func arrived() {
        guard door.admit(self) else { return door.turnAway(self, with: Response(problem: ForwardingRules.noRoom)) }
        wait(idleTime)
        first = context?.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(firstTime)) { [weak self] in self?.closeNow() }
    }

    override func left() {
        first?.cancel()
        noteJudged()
        door.remove(self)
        daemon?.close(promise: nil)
        own?.cancel()
    }

    // MARK: The request

    override func read(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head):
            (self.head, body, bodySize, isAnswerBegun) = (head, ByteBuffer(), 0, false)
            bodyLimit = rules.largestBody(head)
            willClose = !head.isKeepAlive
        case .body(var bytes):
            bodySize += bytes.readableBytes
            if bodySize <= bodyLimit { body.writeBuffer(&bytes) }
        case .end: forward()
        }
    }

    override func unreadable(isHeadTooLarge: Bool) {
        if isAsking { closeNow() } else { answerAndClose(Response(problem: ForwardingRules.unreadable), isHead: false) }
    }

    /// Any user of the machine can open a connection, and there is room for only so many, so an idle one is closed.
    override func bytesArrived() { if !isAsking { wait(idleTime) } }

    private func forward() {
        isAsking = true
        deadline.forget()
        guard let head, let channel = context?.channel else { return }
        let standing = ForwardingRules.isForPage(head) ? .none : rules.standing(head)
        guard standing != .none, standing != .unknown else {
            return door.pace.submit(isWanted: { channel.isActive && !self.isEnding }) { [self] done in answerStranger(head, done) }
        }
        if let refusal = rules.refusal(head, bodySize: bodySize) { return answer(refusal) }
        first?.cancel()
        isStranger = false
        door.touch(self)
        if let routes = rules.own, routes.has(head.uri) { return answerHere(head, routes, on: channel.eventLoop) }
        askDaemon(on: channel.eventLoop)
    }

    private func askDaemon(on loop: any EventLoop) {
        let bound = NIOLoopBound(self, eventLoop: loop)
        rules.keeper.connection().flatMap { bound.value.connect($0.path, on: loop) }.whenComplete { result in
            switch result {
            case .success(let channel): bound.value.send(on: channel)
            case .failure(let error): bound.value.answer(ForwardingRules.problem(error))
            }
        }
    }

    /// A request that shows no key known here gets the page, a refusal, or, if its key may be one that lasts, what the daemon says.
    private func answerStranger(_ head: HTTPRequestHead, _ done: @escaping () -> Void) {
        if let refusal = rules.refusal(head, bodySize: bodySize) {
            answer(refusal)
            return done()
        }
        guard let loop = context?.eventLoop else { return done() }
        first?.cancel()
        if !ForwardingRules.isForPage(head) {
            judged = done
            return askDaemon(on: loop)
        }
        let bound = NIOLoopBound((self, done), eventLoop: loop)
        rules.keeper.answer(ForwardingRules.pageRequest(head)).whenComplete { result in
            bound.value.0.pass(result)
            bound.value.1()
        }
    }

    /// Lets a route of this program answer. The work on it ends with the connection.
    private func answerHere(_ head: HTTPRequestHead, _ routes: OwnRoutes, on loop: any EventLoop) {
        let request = OwnRoutes.Request(method: head.method.rawValue, path: head.uri, body: Array(body.readableBytesView))
        let bound = NIOLoopBound(self, eventLoop: loop)
        own = Task {
            switch await routes.answer(request) {
            case .whole(let status, let type, let bytes):
                let response = Response(bytes, type: type, status: HTTPResponseStatus(statusCode: status))
                loop.execute { bound.value.passOwn { $0.answer(response) } }
            case .lines(let lines):
                loop.execute { bound.value.passOwn { $0.begin("application/x-ndjson") } }
                for await line in lines { loop.execute { bound.value.passOwn { $0.writeBody(line + [UInt8(ascii: "\n")]) } } }
                loop.execute { bound.value.passOwn { $0.end() } }
            }
        }
    }

    private func connect(_ path: String, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return RequestExchange.connect(path, on: loop, timeout: DaemonClient.timeout) { channel -> any Channel in
            try channel.pipeline.syncOperations.addHandler(ForwardedAnswer(bound.value))
            return channel
        }.flatMapErrorThrowing { throw RequestExchange.clientError($0, path: path) }
    }

    private func send(on channel: any Channel) {
        guard let head, let context, context.channel.isActive else { return channel.close(promise: nil) }
        daemon = channel
        for part in ForwardingRules.request(head, body) { channel.write(part, promise: nil) }
        channel.flush()
    }

    // MARK: The answer

    func pass(_ part: HTTPClientResponsePart, from channel: any Channel) {
        guard context != nil, daemon === channel else { return }
        switch part {
        case .head(let head):
            if let failure = judge(head.status) { return daemonFailed(channel, failure) }
            pass(status: head.status, head.headers)
        case .body(let bytes): writeBody(bytes)
        case .end: end()
        }
    }

    /// Notes what the daemon says about a key. Returns an error if that does not count.
    private func judge(_ status: HTTPResponseStatus) -> ClientError? {
        guard let head else { return nil }
        switch rules.standing(head) {
        case .own(let place):
            // A daemon that has just begun does not know the key yet; then the page tries again.
            if status == .unauthorized, !rules.keeper.refused(place) { return .closed(path: rules.keeper.path) }
        case .admitted, .unknown:
            // A daemon that cannot read its keys has said nothing of this one.
            guard status != .serviceUnavailable else { break }
            rules.note(head, isAdmitted: status != .unauthorized)
            if status != .unauthorized {
                isStranger = false
                door.touch(self)
            }
        case .none: break
        }
        noteJudged()
        return nil
    }

    private func noteJudged() {
        judged?()
        judged = nil
    }

    private func pass(status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        var headers = headers
        for name in ["connection", "keep-alive"] { headers.remove(name: name) }
        isAnswerBegun = true
        writeHead(status, headers)
    }

    private func pass(_ result: Result<Answer, any Error>) {
        guard let context, context.channel.isActive, !isEnding else { return }
        switch result {
        case .success(let answer):
            pass(status: HTTPResponseStatus(statusCode: answer.status), answer.headers)
            writeBody(answer.body)
            end()
        case .failure(let error): answer(ForwardingRules.problem(error))
        }
    }

    private func passOwn(_ write: (ForwardedRequest) -> Void) {
        guard let context, context.channel.isActive, isAsking, !isEnding else { return }
        write(self)
        context.flush()
    }

    private func begin(_ type: String) {
        isAnswerBegun = true
        writeHead(.ok, Self.headers(type: type, closes: willClose))
    }

    /// The daemon has closed the connection. In the middle of an answer, the browser's is closed too, so that the browser knows that the
    /// answer is incomplete.
    func daemonClosed(_ channel: any Channel) {
        guard daemon === channel else { return }
        daemon = nil
        if isAnswerBegun { context?.close(promise: nil) } else { answer(ForwardingRules.problem(ClientError.closed(path: ""))) }
    }

    /// The daemon refused the connection, or something is wrong with its answer.
    func daemonFailed(_ channel: any Channel, _ error: any Error) {
        if daemon === channel, !isAnswerBegun {
            daemon = nil
            answer(ForwardingRules.problem(error))
        }
        channel.close(promise: nil)
    }

    private func end() {
        guard head != nil else { return }
        (daemon, own, head) = (nil, nil, nil)
        (isAsking, isAnswerBegun) = (false, false)
        door.touch(self)
        if willClose { return endAndClose(lingering: false) }
        wait(idleTime)
        endAnswer()
    }

    private func answer(_ problem: Problem) { answer(Response(problem: problem)) }

    private func answer(_ response: Response) {
        noteJudged()
        guard let head else { return }
        write(response, isHead: head.method == .HEAD)
        end()
    }

    /// Reads nothing from the daemon while the browser does not read. The daemon then sends it only the newest state.
    override func writabilityChanged() { daemon?.setOption(.autoRead, value: isWritable).whenFailure { _ in } }
}

/// The daemon's side of a forwarded request. Owned by the event loop.
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
