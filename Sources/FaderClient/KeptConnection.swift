internal import FaderAPI
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// A connection that carries one request after another. Safe to use from any thread.
struct KeptConnection: Sendable {
    private let path: String
    private let channel: any Channel
    private let answers: NIOLoopBound<AnswerReader>

    var isOpen: Bool { channel.isActive }

    func close() { channel.close(promise: nil) }

    static func open(_ path: String, timeout: Int64) async throws(ClientError) -> Self {
        let loop = try ClientLoop.running()
        do {
            return try await ClientBootstrap(group: loop)
                .connectTimeout(.milliseconds(timeout))
                .connect(unixDomainSocketPath: path) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let reader = AnswerReader()
                        try channel.pipeline.syncOperations.addHandler(RoomReader(path))
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(reader)
                        return Self(path: path, channel: channel, answers: NIOLoopBound(reader, eventLoop: channel.eventLoop))
                    }
                }
        } catch {
            throw Exchange.clientError(error, path: path)
        }
    }

    /// Sends a request; returns the whole answer. If no answer comes in time, closes the connection.
    func ask(_ method: RouteRow.Method, _ uri: String, _ body: [UInt8]?, writer: String?, timeout: Int64) async throws(ClientError)
        -> Answer
    {
        let parts = Exchange.request(method, uri, body: body, writer: writer, isLast: false)
        do {
            return try await channel.eventLoop.flatSubmit { [answers, channel, path] in
                let promise = channel.eventLoop.makePromise(of: Answer.self)
                guard answers.value.expect(promise) else { return promise.futureResult }
                for part in parts { channel.write(part, promise: nil) }
                channel.flush()
                let timer = channel.eventLoop.scheduleTask(in: .milliseconds(timeout)) {
                    answers.value.fail(ClientError.notAnswering(path: path))
                    channel.close(promise: nil)
                }
                return promise.futureResult.always { _ in timer.cancel() }
            }.get()
        } catch let error as ClientError {
            throw error
        } catch {
            throw Exchange.clientError(error, path: path)
        }
    }
}
