package import NIOCore
package import NIOHTTP1

/// Carries one request after another. Safe to use from any thread.
package struct KeptConnection: Sendable {
    package let path: String
    private let channel: any Channel
    private let answers: NIOLoopBound<AnswerReader>

    package var isOpen: Bool { channel.isActive }

    package func close() { channel.close(promise: nil) }

    /// Succeeds when the connection has ended, with the reason.
    package var ended: EventLoopFuture<(any Error)?> { channel.closeFuture.map { [answers] in answers.value.end } }

    static func open(_ path: String, timeout: Int64) async throws(ClientError) -> Self {
        let loop = try ClientLoop.running()
        do {
            return try await connect(path, on: loop, timeout: timeout).get()
        } catch {
            throw RequestExchange.clientError(error, path: path)
        }
    }

    package static func connect(_ path: String, on loop: any EventLoop, timeout: Int64) -> EventLoopFuture<Self> {
        RequestExchange.connect(path, on: loop, timeout: timeout) { channel in
            let reader = AnswerReader()
            try channel.pipeline.syncOperations.addHandler(reader)
            return Self(path: path, channel: channel, answers: NIOLoopBound(reader, eventLoop: channel.eventLoop))
        }
    }

    /// The future has the whole answer. Without one within `timeout` milliseconds, closes the connection.
    package func send(_ parts: [HTTPClientRequestPart], timeout: Int64) -> EventLoopFuture<Answer> {
        let timer = channel.eventLoop.scheduleTask(in: .milliseconds(timeout)) { giveUp() }
        return send(parts).always { _ in timer.cancel() }
    }

    /// Sends a request without a limit, as long as the daemon is not silent for `timeout` milliseconds; see `AnswerWatch`.
    func sendAttended(_ parts: [HTTPClientRequestPart], timeout: Int64) -> EventLoopFuture<Answer> {
        let answerWatch = AnswerWatch(path, on: channel.eventLoop, timeout: timeout) { giveUp() }
        return send(parts).always { _ in answerWatch.end() }
    }

    private func giveUp() {
        answers.value.fail(ClientError.notAnswering(path: path))
        channel.close(promise: nil)
    }

    private func send(_ parts: [HTTPClientRequestPart]) -> EventLoopFuture<Answer> {
        channel.eventLoop.flatSubmit { [answers, channel] in
            let promise = channel.eventLoop.makePromise(of: Answer.self)
            guard answers.value.expect(promise) else { return promise.futureResult }
            for part in parts { channel.write(part, promise: nil) }
            channel.flush()
            return promise.futureResult
        }
    }
}
