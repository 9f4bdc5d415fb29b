internal import FaderAPI
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A connection that carries one request after another. Safe to use from any thread.
struct KeptConnection: Sendable {
    let path: String
    private let channel: any Channel
    private let answers: NIOLoopBound<AnswerReader>

    var isOpen: Bool { channel.isActive }

    func close() { channel.close(promise: nil) }

    /// Succeeds when the connection has ended, with the reason.
    var ended: EventLoopFuture<(any Error)?> { channel.closeFuture.map { [answers] in answers.value.end } }

    static func open(_ path: String, timeout: Int64) async throws(ClientError) -> Self {
        let loop = try ClientLoop.running()
        do {
            return try await connect(path, on: loop, timeout: timeout).get()
        } catch {
            throw Exchange.clientError(error, path: path)
        }
    }

    static func connect(_ path: String, on loop: any EventLoop, timeout: Int64) -> EventLoopFuture<Self> {
        ClientBootstrap(group: loop)
            .connectTimeout(.milliseconds(timeout))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(AnswerReader())
                }
            }
            .connect(unixDomainSocketPath: path)
            .flatMapThrowing { channel in
                let reader = try channel.pipeline.syncOperations.handler(type: AnswerReader.self)
                return Self(path: path, channel: channel, answers: NIOLoopBound(reader, eventLoop: channel.eventLoop))
            }
    }

    /// Sends a request; returns the whole answer.
    func ask(_ method: RouteRow.Method, _ uri: String, _ body: [UInt8]?, writer: String?, timeout: Int64) async throws(ClientError)
        -> Answer
    {
        let parts = Exchange.request(method, uri, body: body, writer: writer, isLast: false)
        do {
            return try await send(parts, timeout: timeout).get()
        } catch let error as ClientError {
            throw error
        } catch {
            throw Exchange.clientError(error, path: path)
        }
    }

    /// Sends the parts of a request; the future has the whole answer. If none comes in time, closes the connection.
    func send(_ parts: [HTTPClientRequestPart], timeout: Int64) -> EventLoopFuture<Answer> {
        channel.eventLoop.flatSubmit { [answers, channel, path] in
            let promise = channel.eventLoop.makePromise(of: Answer.self)
            guard answers.value.expect(promise) else { return promise.futureResult }
            for part in parts { channel.write(part, promise: nil) }
            channel.flush()
            let timer = channel.eventLoop.scheduleTask(in: .milliseconds(timeout)) {
                answers.value.fail(ClientError.notAnswering(path: path))
                channel.close(promise: nil)
            }
            return promise.futureResult.always { _ in timer.cancel() }
        }
    }
}
