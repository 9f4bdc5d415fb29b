internal import FaderAPI
internal import NIOCore
internal import NIOHTTP1

/// Has requests answered, and ends the answers.
extension Connection {
    func answer(_ reading: Reading) {
        guard let loop = context?.eventLoop else { return }
        let (call, name) = (reading.call, reading.call.session)
        let caller: Caller
        do throws(HTTPFailure) {
            // Until the answer, the session does not end.
            caller = Caller(try name.map { name throws(HTTPFailure) in try registry.sessions.enter(name) } ?? id, condition: call.condition)
        } catch {
            return refuse(error)
        }
        state = .answering
        let isHead = reading.head.method == .HEAD
        let bound = NIOLoopBound(self, eventLoop: loop)
        if case .atOnce = call.endpoint.handler {
            // Not within the answer before it: the stack would grow with every request of a pipeline.
            guard !isAnsweringAtOnce else {
                return loop.execute { bound.value.answered(Endpoint.answerAtOnce(call, from: caller), in: name, isHead: isHead) }
            }
            isAnsweringAtOnce = true
            defer { isAnsweringAtOnce = false }
            return answered(Endpoint.answerAtOnce(call, from: caller), in: name, isHead: isHead)
        }
        Task(executorPreference: reading.call.endpoint.isBrief ? registry.ownTasks : registry.tasks) {
            let response = await Endpoint.answer(call, from: caller)
            loop.execute { bound.value.answered(response, in: name, isHead: isHead) }
        }
    }

    private func answered(_ response: Response, in session: String?, isHead: Bool) {
        if let session { registry.sessions.leave(session) }
        guard case .answering = state else { return registry.remove(self) }
        write(response, isHead: isHead, closes: willClose)
        if willClose {
            end(lingering: false)
        } else {
            // A short answer goes out with its end.
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
        // A client's open edit or declaration may wait for its user for hours; the daemon is told when the client goes.
        if registry.isHeld(self) { deadline.cancel() } else { wait(registry.limits.idleTime) }
        context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Answers a request that is not read to its end, and closes.
    func refuse(_ failure: HTTPFailure, isHead: Bool = false) { refuse(with: failure.response, isHead: isHead) }

    /// The same, with an answer from the daemon.
    func refuse(with response: Response, isHead: Bool = false) {
        willClose = true
        write(response, isHead: isHead, closes: true)
        end(lingering: true)
    }

    /// The same if no request head has arrived. The handler that keeps answers in the order of requests has no request for this one, so it
    /// is written past that handler.
    func refuseUnasked(_ failure: HTTPFailure) {
        willClose = true
        let own = context
        do {
            context = try context?.pipeline.syncOperations.context(handlerType: HTTPServerPipelineHandler.self)
            refuse(failure)
        } catch {
            closeNow()
        }
        context = own
    }

    /// Closes once the answer is written. If the client may still be sending, only the output is closed at first: closing a connection with
    /// unread bytes resets it, and the answer is lost.
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
