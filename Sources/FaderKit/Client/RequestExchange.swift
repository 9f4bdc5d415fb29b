package import FaderAPI
internal import FaderSystem
internal import Glibc
package import NIOCore
package import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// NIO's own group would start a thread for each processor.
package enum ClientLoop {
    private static let thread = Mutex<LoopThread?>(nil)

    /// The first call starts it. Throws `noLoop` if the system has no thread or descriptors for it.
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

/// A request on a connection of its own. It may take any time, as long as the daemon is not silent; see `AnswerWatch`.
package struct RequestExchange: Sendable {
    typealias Wire = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

    let path: String
    let timeout: Int64
    let method: RouteRow.Method
    let uri: String
    let body: [UInt8]?
    /// The revision that a change applies to, for `If-Match`; nil: any.
    var revision: UInt64?
    /// The name of whoever writes, for `Fader-By`; nil: none.
    var writer: String?
    /// Called four times a second with the time that it has taken.
    var wait: @Sendable (Duration) -> Void = { _ in }

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

    /// Passes the parts of the answer to `handle` until that returns false. It calls its second argument when the daemon may be silent.
    func run(_ handle: (HTTPClientResponsePart, _ isEnough: () -> Void) async throws -> Bool) async throws(ClientError) {
        let isSilent = Atomic(false)
        let loop = try ClientLoop.running()
        do {
            let wire = try await connect(on: loop)
            let channel = wire.channel
            let answerWatch = AnswerWatch(path, on: loop, timeout: timeout, wait: wait) {
                isSilent.store(true, ordering: .relaxed)
                channel.close(promise: nil)
            }
            defer { answerWatch.end() }
            try await wire.executeThenClose { inbound, outbound in
                do {
                    // In one write: the daemon may answer after the head, and close the connection before a second one.
                    try await outbound.write(
                        contentsOf: Self.request(method, uri, body: body, revision: revision, writer: writer, isLast: true))
                } catch {
                    // The daemon closed the connection. If it said why, this throws the reason.
                    for try await _ in inbound {}
                    throw error
                }
                for try await part in inbound where try await !handle(part, { answerWatch.end() }) { break }
            }
            if isSilent.load(ordering: .relaxed) { throw ClientError.notAnswering(path: path) }
        } catch let error as ClientError {
            throw error
        } catch {
            throw isSilent.load(ordering: .relaxed) ? .notAnswering(path: path) : Self.clientError(error, path: path)
        }
    }

    /// The last request on a connection asks the daemon to close it.
    package static func request(
        _ method: RouteRow.Method, _ uri: String, body: [UInt8]?, revision: UInt64? = nil, writer: String? = nil, isLast: Bool
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

    /// Connects within `timeout` milliseconds, and returns what `prepare` does for the connection.
    ///
    /// A full queue of connections is no refusal: the daemon may take some at any moment.
    package static func connect<Wire: Sendable>(
        _ path: String, on loop: any EventLoop, timeout: Int64, prepare: @escaping @Sendable (any Channel) throws -> Wire
    ) -> EventLoopFuture<Wire> {
        let end = NIODeadline.now() + .milliseconds(timeout)
        // Not looked up in the channel: when the daemon refuses the connection, that forgets its handlers, and only they know why.
        let wire = NIOLoopBoundBox.makeEmptyBox(valueType: Wire.self, eventLoop: loop)
        let attempt = ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(timeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    wire.value = try prepare(channel)
                }
            }
            .connect(unixDomainSocketPath: path)
        return attempt.flatMapThrowing { _ in
            guard let wire = wire.value else { throw ChannelPipelineError.notFound }
            return wire
        }.flatMapError { error in
            guard (error as? IOError)?.errnoCode == EAGAIN, .now() < end else { return loop.makeFailedFuture(error) }
            return loop.flatScheduleTask(in: queuePause) {
                connect(path, on: loop, timeout: max(1, (end - .now()).nanoseconds / 1_000_000), prepare: prepare)
            }.futureResult
        }
    }

    /// The time between two attempts at a full queue.
    private static let queuePause = TimeAmount.milliseconds(20)

    private func connect(on loop: any EventLoop) async throws -> Wire {
        try await Self.connect(path, on: loop, timeout: timeout) { try Wire(wrappingChannelSynchronously: $0) }.get()
    }

    package static func clientError(_ error: any Error, path: String) -> ClientError {
        switch error {
        case let error as ClientError: error
        case let error as IOError where [EPIPE, ECONNRESET].contains(error.errnoCode): .closed(path: path)
        case let error as IOError: SocketSearch.error(error.errnoCode, path: path)
        case let error as ChannelError:
            if case .connectTimeout = error { .notAnswering(path: path) } else { .closed(path: path) }
        case let error as HTTPParserError where error == .invalidEOFState: .closed(path: path)
        // The only answer before a request: there is no room for the connection.
        case let error as NIOHTTPDecoderError where error == .unsolicitedResponse: .busy(path: path)
        case is HTTPParserError: .unexpectedAnswer("it is not HTTP")
        case is CancellationError: .closed(path: path)
        case is SocketAddressError: .notRunning(tried: [path])
        default: .unexpectedAnswer("\(error)")
        }
    }
}
