internal import FaderLoop
internal import FaderThreads
package import FaderWire
internal import Glibc
package import NIOCore
package import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// The event loop of all connections. NIO's own group would start a thread for each processor.
package enum ClientLoop {
    private static let thread = Mutex<LoopThread?>(nil)

    /// The loop, which the first call starts. Throws `noLoop` if the system has no thread or no descriptors for it.
    package static func running() throws(ClientError) -> any EventLoop {
        do throws(ThreadError) {
            return try thread.withLock { thread throws(ThreadError) in
                if let thread { return thread.loop }
                let new = try LoopThread("fader-client")
                thread = new
                return new.loop
            }
        } catch {
            throw .noLoop(reason: "\(error)")
        }
    }
}

package struct Answer: Sendable {
    package var status: Int
    package var headers = HTTPHeaders()
    package var body: [UInt8]
}

/// One request on its own connection, with a time limit.
package struct Exchange: Sendable {
    typealias Wire = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    let path: String
    /// How long to wait for the answer, in milliseconds; nil: as long as it takes.
    let timeout: Int64?
    let method: CallRow.Method
    let uri: String
    let body: [UInt8]?
    /// The revision that a change applies to, for `If-Match`; nil: any.
    var revision: UInt64?
    /// The name of whoever writes, for `Fader-By`; nil: none.
    var writer: String?

    private final class Limit: Sendable {
        private let isOver = Mutex(false)
        var hasStruck: Bool { isOver.withLock { $0 } }
        func strike() { isOver.withLock { $0 = true } }
    }

    /// Sends the request; returns the whole answer.
    func perform() async throws(ClientError) -> Answer {
        var answer: Answer?
        var isComplete = false
        try await run { part, _ in
            switch part {
            case .head(let head): answer = Answer(status: Int(head.status.code), body: [])
            case .body(let bytes): answer?.body += bytes.readableBytesView
            case .end: isComplete = true
            }
            return !isComplete
        }
        guard let answer, isComplete else { throw .closed(path: path) }
        return answer
    }

    /// Sends the request and passes the parts of the answer to `handle` until `handle` returns false. `handle` may lift the time limit.
    func run(_ handle: (HTTPClientResponsePart, _ liftLimit: () -> Void) async throws -> Bool) async throws(ClientError) {
        let limit = Limit()
        let loop = try ClientLoop.running()
        let start = NIODeadline.now()
        do {
            let wire = try await connect(on: loop)
            let channel = wire.channel
            let timer = timeout.map { timeout in
                loop.scheduleTask(deadline: start + .milliseconds(timeout)) {
                    limit.strike()
                    channel.close(promise: nil)
                }
            }
            defer { timer?.cancel() }
            try await wire.executeThenClose { inbound, outbound in
                do {
                    // In one write, because the daemon may answer after the head and close the connection before a second write.
                    try await outbound.write(
                        contentsOf: Self.request(method, uri, body: body, revision: revision, writer: writer, isLast: true))
                } catch {
                    // The daemon has closed the connection. If it said why before that, this throws the reason.
                    for try await _ in inbound {}
                    throw error
                }
                for try await part in inbound where try await !handle(part, { timer?.cancel() }) { break }
            }
            if limit.hasStruck { throw ClientError.notAnswering(path: path) }
        } catch let error as ClientError {
            throw error
        } catch {
            throw limit.hasStruck ? .notAnswering(path: path) : Self.clientError(error, path: path)
        }
    }

    /// The parts of a request. The last request on a connection asks the daemon to close it.
    package static func request(
        _ method: CallRow.Method, _ uri: String, body: [UInt8]?, revision: UInt64? = nil, writer: String? = nil, isLast: Bool
    ) -> [HTTPClientRequestPart] {
        var headers = HTTPHeaders([("Host", "localhost")])
        if isLast { headers.add(name: "Connection", value: "close") }
        if let revision { headers.add(name: "If-Match", value: "\"\(revision)\"") }
        if let writer, method != .get { headers.add(name: "Fader-By", value: writer) }
        if let body {
            headers.add(name: "Content-Type", value: "application/json")
            headers.add(name: "Content-Length", value: "\(body.count)")
        } else if method != .get {
            headers.add(name: "Content-Length", value: "0")
        }
        var parts: [HTTPClientRequestPart] = [
            .head(HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method.rawValue), uri: uri, headers: headers))
        ]
        if let body { parts.append(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
        parts.append(.end(nil))
        return parts
    }

    /// Connects to a daemon's socket. What `reader` makes gets the parts of the answers.
    package static func connect(
        _ path: String, on loop: any EventLoop, timeout: Int64, reader: @escaping @Sendable () -> any ChannelHandler
    ) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(timeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(reader())
                }
            }
            .connect(unixDomainSocketPath: path)
    }

    private func connect(on loop: any EventLoop) async throws -> Wire {
        try await ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(timeout ?? DaemonClient.timeout))
            .connect(unixDomainSocketPath: path) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try Wire(wrappingChannelSynchronously: channel)
                }
            }
    }

    package static func clientError(_ error: any Error, path: String) -> ClientError {
        switch error {
        case let error as IOError where [EPIPE, ECONNRESET].contains(error.errnoCode): .closed(path: path)
        case let error as IOError: SocketSearch.error(error.errnoCode, path: path)
        case let error as ChannelError:
            if case .connectTimeout = error { .notAnswering(path: path) } else { .closed(path: path) }
        case let error as HTTPParserError where error == .invalidEOFState: .closed(path: path)
        // The daemon sends only one answer before a request: that it has no room for the connection.
        case let error as NIOHTTPDecoderError where error == .unsolicitedResponse: .busy(path: path)
        case is HTTPParserError: .unexpectedAnswer("it is not HTTP")
        case is CancellationError: .closed(path: path)
        case is SocketAddressError: .notRunning(tried: [path])
        default: .unexpectedAnswer("\(error)")
        }
    }
}
