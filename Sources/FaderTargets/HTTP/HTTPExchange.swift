internal import FaderValues
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// One request to a web server over a connection of its own. Owned by the event loop.
final class HTTPExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    struct Request {
        let method: HTTPMethod
        let address: HTTPAddress
        var body: [UInt8] = []
        /// The key for the header `Authorization`; nil: none is sent.
        var key: String?
        /// How long all of it may take, and how long an answer may be. Devices answer in a few hundred bytes.
        var patience = TimeAmount.seconds(5)
        var mostBytes = 64 << 10
    }

    private let request: Request
    private var done: ((Result<[UInt8], HTTPFailure>) -> Void)?
    private let limit: LoopTimer
    private var channel: (any Channel)?
    private var status = HTTPResponseStatus.ok
    private var body: [UInt8] = []

    init(_ request: Request, on loop: any EventLoop, _ done: @escaping (Result<[UInt8], HTTPFailure>) -> Void) {
        (self.request, self.done, limit) = (request, done, LoopTimer(loop))
    }

    func start(_ socket: SocketAddress, on loop: any EventLoop) {
        let handler = NIOLoopBound(self, eventLoop: loop)
        limit.set(in: request.patience) { [weak self] in self?.finish(.failure(.unreached("it does not answer"))) }
        PeerStream.bootstrap(on: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(HTTPRequestEncoder())
                    try pipeline.addHandler(ByteToMessageHandler(HTTPResponseDecoder()))
                    try pipeline.addHandler(handler.value)
                }
            }.connect(to: socket).assumeIsolated().whenComplete { [weak self] result in
                switch result {
                case .success(let channel): self?.opened(channel) ?? channel.close(promise: nil)
                case .failure(let error): self?.finish(.failure(.unreached(PeerStream.words(of: error))))
                }
            }
    }

    func drop() {
        done = nil
        limit.cancel()
        channel?.close(promise: nil)
        channel = nil
    }

    private func opened(_ channel: any Channel) {
        guard done != nil else { return channel.close(promise: nil) }
        self.channel = channel
        var headers = HTTPHeaders([("Host", request.address.authority), ("Connection", "close"), ("Accept", "application/json, */*")])
        if let key = request.key { headers.add(name: "Authorization", value: "Bearer \(key)") }
        if !request.body.isEmpty {
            let isJSON = [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(request.body[0])
            headers.add(name: "Content-Type", value: isJSON ? "application/json" : "text/plain; charset=utf-8")
            headers.add(name: "Content-Length", value: "\(request.body.count)")
        }
        let head = HTTPRequestHead(version: .http1_1, method: request.method, uri: request.address.path, headers: headers)
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        if !request.body.isEmpty {
            channel.write(HTTPClientRequestPart.body(.byteBuffer(channel.allocator.buffer(bytes: request.body))), promise: nil)
        }
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard done != nil else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): status = head.status
        case .body(let part):
            guard body.count + part.readableBytes <= request.mostBytes else {
                return finish(.failure(.strange("it answers more than \(request.mostBytes >> 10) KiB")))
            }
            body += part.readableBytesView
        case .end: answered()
        }
    }

    private func answered() {
        switch status.code {
        case 200...299: finish(.success(body))
        case 300...399: finish(.failure(.strange("it answers \(status.code), that the address is another one: write that into the config")))
        default: finish(.failure(.refused(Int(status.code))))
        }
    }

    func channelInactive(context: ChannelHandlerContext) { finish(.failure(.unreached("the connection was closed"))) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        finish(
            .failure(
                error is HTTPParserError
                    ? .strange("what answers there does not speak HTTP, or broke off") : .unreached(PeerStream.words(of: error))))
    }

    private func finish(_ result: Result<[UInt8], HTTPFailure>) {
        let told = done
        drop()
        told?(result)
    }
}

enum HTTPFailure: Error, Equatable {
    /// The device was not reached, or did not answer.
    case unreached(String)
    /// It answers something else than was asked for.
    case strange(String)
    case refused(Int)

    var words: String {
        switch self {
        case .unreached(let words), .strange(let words): words
        case .refused(let status): "it answers \(status)"
        }
    }
}
