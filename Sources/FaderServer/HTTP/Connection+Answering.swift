internal import FaderSystem
internal import NIOCore
internal import NIOHTTP1

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
        write(response, isHead: isHead)
        // Sent together with its end.
        if willClose || isWritable { return beReady() }
        context?.flush()
        state = .writing
        if isWritable { beReady() } else { wait(idleTime) }
    }

    /// Ends the answer, so that the next request is read.
    func beReady() {
        state = .idle
        if willClose { return endAndClose(lingering: false) }
        // An open edit or declaration may wait for its user for hours. When the client closes the connection, the daemon ends it.
        if registry.isHeld(self) { deadline.cancel() } else { wait(idleTime) }
        endAnswer()
    }

    /// The request may not have been read completely.
    func refuse(_ failure: HTTPFailure, isHead: Bool = false) { refuse(with: failure.response, isHead: isHead) }

    /// Sends a refusal from the daemon, and closes.
    func refuse(with response: Response, isHead: Bool = false) {
        var isHead = isHead
        if case .reading(let reading) = state { isHead = reading.head.method == .HEAD }
        state = .idle
        answerAndClose(response, isHead: isHead)
    }
}
