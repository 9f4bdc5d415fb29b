internal import NIOCore
internal import NIOHTTP1

/// Gives the answers on a kept connection to the requests that wait for them. Owned by the event loop.
final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private var waiting: [EventLoopPromise<Answer>] = []
    private var answer: Answer?
    private(set) var end: (any Error)?

    /// Registers a promise for the answer to the next request. If the connection is closed, fails it with the reason, and returns false.
    func expect(_ promise: EventLoopPromise<Answer>) -> Bool {
        if let end { promise.fail(end) } else { waiting.append(promise) }
        return end == nil
    }

    func fail(_ error: any Error) {
        let unanswered = waiting
        waiting = []
        // The first error is the reason: before it closed the connection, the daemon may have said that it has no room.
        end = end ?? error
        for promise in unanswered { promise.fail(error) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): answer = Answer(status: Int(head.status.code), headers: head.headers, body: [])
        case .body(let bytes): answer?.body += bytes.readableBytesView
        case .end:
            guard let whole = answer, !waiting.isEmpty else { return context.close(promise: nil) }
            answer = nil
            waiting.removeFirst().succeed(whole)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
