package import NIOCore
package import NIOHTTP1

extension DoorConnection {
    /// Whether the client keeps up with what is written.
    package final var isWritable: Bool { context?.channel.isWritable ?? false }

    package final func flush() { context?.flush() }

    /// The headers of an answer that is made here.
    package static func headers(type: String, closes: Bool) -> HTTPHeaders {
        var headers = HTTPHeaders([
            ("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Date", HTTPDate.now()),
        ])
        if closes { headers.add(name: "Connection", value: "close") }
        return headers
    }

    package final func writeHead(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
    }

    package final func writeBody(_ bytes: [UInt8]) {
        if let context, !bytes.isEmpty { writeBody(context.channel.allocator.buffer(bytes: bytes)) }
    }

    package final func writeBody(_ bytes: ByteBuffer) { write(.body(.byteBuffer(bytes))) }

    private func write(_ part: HTTPServerResponsePart) { context?.write(DoorHandler.wrapOutboundOut(part), promise: nil) }

    /// Writes the head and body of an answer, but not its end.
    package final func write(_ response: Response, isHead: Bool) {
        var headers = Self.headers(type: response.contentType, closes: willClose)
        if response.status != .notModified { headers.add(name: "Content-Length", value: "\(response.body.count)") }
        for (name, value) in response.headers { headers.replaceOrAdd(name: name, value: value) }
        writeHead(response.status, headers)
        if !isHead { writeBody(response.body) }
    }

    /// Ends an answer, so that the next request is read.
    package final func endAnswer() { context?.writeAndFlush(DoorHandler.wrapOutboundOut(.end(nil)), promise: nil) }

    /// Closes once the answer is written. `lingering`: the client may still be sending, so at first only the output is closed. Closing a
    /// connection with unread bytes would reset it, and the answer would be lost.
    package final func endAndClose(lingering: Bool) {
        guard let context else { return }
        isEnding = true
        wait(idleTime)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.written(lingering: lingering) }
        context.writeAndFlush(DoorHandler.wrapOutboundOut(.end(nil)), promise: written)
    }

    private func written(lingering: Bool) {
        guard lingering else { return closeNow() }
        isLingering = true
        wait(1_000)
        context?.close(mode: .output, promise: nil)
    }

    /// The request may not have been read completely.
    package final func answerAndClose(_ response: Response, isHead: Bool, lingering: Bool = true) {
        willClose = true
        write(response, isHead: isHead)
        endAndClose(lingering: lingering)
    }

    /// No request head has arrived, so the answer bypasses the handler that keeps answers in the order of requests.
    package final func answerUnasked(_ response: Response, lingering: Bool = true) {
        let own = context
        defer { context = own }
        do {
            context = try own?.pipeline.syncOperations.context(handlerType: HTTPServerPipelineHandler.self)
        } catch {
            return closeNow()
        }
        answerAndClose(response, isHead: false, lingering: lingering)
    }
}
