package import NIOCore
package import NIOHTTP1

/// A connection that carries one request after another. Safe to use from any thread.
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
            throw Exchange.clientError(error, path: path)
        }
    }

    package static func connect(_ path: String, on loop: any EventLoop, timeout: Int64) -> EventLoopFuture<Self> {
        // Not looked up in the channel: that forgets it when the daemon refuses the connection, and only it knows why.
        let reader = NIOLoopBoundBox.makeEmptyBox(valueType: AnswerReader.self, eventLoop: loop)
        return Exchange.connect(path, on: loop, timeout: timeout) {
            let new = AnswerReader()
            reader.value = new
            return new
        }.flatMapThrowing { channel in
            guard let answers = reader.value else { throw ChannelPipelineError.notFound }
            return Self(path: path, channel: channel, answers: NIOLoopBound(answers, eventLoop: channel.eventLoop))
        }
    }

    /// Sends the parts of a request; the future has the whole answer. If none comes in time, closes the connection.
    package func send(_ parts: [HTTPClientRequestPart], timeout: Int64) -> EventLoopFuture<Answer> {
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
