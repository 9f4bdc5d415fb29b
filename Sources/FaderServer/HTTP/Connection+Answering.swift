internal import FaderLoops
internal import NIOCore
internal import NIOHTTP1

/// Has requests answered, and finishes the answers.
extension Connection {
    func answer(_ reading: Reading) {
        guard let loop = context?.eventLoop else { return }
        var call = reading.call
        let name = call.session
        if call.endpoint.isLong {
            reader = LongAnswers.Reader(key: call.pageKey?.name)
            (call.longAnswers, call.reader) = (registry.longAnswers, reader)
        }
        call.page = call.pageKey.map { key in Owner.assume { [service = registry.service] in service.contents(ofPage: key.page) } }
        let caller: Caller
        do throws(HTTPFailure) {
            // The session does not end before the answer.
            let session = try name.map { name throws(HTTPFailure) in try registry.sessions.enter(name) } ?? id
            caller = Caller(session, condition: call.condition, writer: call.writer)
        } catch {
            return refuse(error)
        }
        state = .answering
        let isHead = reading.head.method == .HEAD
        let bound = NIOLoopBound(self, eventLoop: loop)
        switch call.endpoint.handler {
        case .atOnce(let respond):
            // Not within the call that writes the previous answer, because the stack would grow with every pipelined request.
            guard !isAnsweringAtOnce else {
                return Owner.submit { bound.value.answered(respond(call), in: name, isHead: isHead) }
            }
            isAnsweringAtOnce = true
            defer { isAnsweringAtOnce = false }
            answered(Owner.assume { respond(call) }, in: name, isHead: isHead)
        case .answer(let respond):
            Owner.start { [call, peer] in
                let response = await Peer.$current.withValue(peer) {
                    await Peer.$hasPageKey.withValue(call.pageKey != nil) { await respond(call, caller) }
                }
                bound.value.answered(response, in: name, isHead: isHead)
            }
        case .stream: break
        }
    }

    private func answered(_ response: Response, in session: String?, isHead: Bool) {
        if let session { registry.sessions.leave(session) }
        reader = nil
        guard case .answering = state else { return registry.remove(self) }
        write(response, isHead: isHead, closes: willClose)
        if willClose {
            end(lingering: false)
        } else {
            // A short answer is sent together with its end.
            if context?.channel.isWritable ?? false { return beReady() }
            context?.flush()
            state = .writing
            if context?.channel.isWritable ?? false { beReady() } else { wait(registry.limits.idleTime) }
        }
    }

    /// Ends the answer, so that the next request is read.
    func beReady() {
        if willClose { return end(lingering: false) }
        state = .idle
        // A client's open edit or declaration may wait for its user for hours. When the client closes the connection, the daemon ends it.
        if registry.isHeld(self) { deadline.cancel() } else { wait(registry.limits.idleTime) }
        context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Answers a request that may not have been read completely, and closes.
    ///
    /// - Parameter lingering: Whether to wait until the client has sent everything.
    func refuse(_ failure: HTTPFailure, isHead: Bool = false, lingering: Bool = true) {
        refuse(with: failure.response, isHead: isHead, lingering: lingering)
    }

    /// Sends a refusal from the daemon, and closes.
    func refuse(with response: Response, isHead: Bool = false, lingering: Bool = true) {
        var isHead = isHead
        if case .reading(let reading) = state { isHead = reading.head.method == .HEAD }
        willClose = true
        write(response, isHead: isHead, closes: true)
        end(lingering: lingering)
    }

    /// Sends a refusal although no request head has arrived, and closes. The handler that keeps answers in the order of requests has no
    /// request for this answer, so the answer bypasses that handler.
    func refuseUnasked(_ failure: HTTPFailure, lingering: Bool = true) {
        willClose = true
        let own = context
        do {
            context = try context?.pipeline.syncOperations.context(handlerType: HTTPServerPipelineHandler.self)
            refuse(failure, lingering: lingering)
        } catch {
            closeNow()
        }
        context = own
    }

    /// Closes once the answer is written. `lingering`: the client may still be sending, so at first only the output is closed. Closing a
    /// connection with unread bytes would reset it, and the answer would be lost.
    private func end(lingering: Bool) {
        guard let context else { return }
        state = .ending
        wait(registry.limits.idleTime)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.written(lingering: lingering) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: written)
    }

    private func written(lingering: Bool) {
        guard lingering else { return closeNow() }
        isLingering = true
        wait(1_000)
        context?.close(mode: .output, promise: nil)
    }
}
