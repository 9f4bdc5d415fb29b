internal import FaderAPI
internal import FaderValues
internal import NIOCore
internal import NIOHTTP1

extension Connection {
    func begin(_ head: HTTPRequestHead) {
        guard case .idle = state else { return }
        isRequestBegun = true
        let head = head.trimmed
        do throws(HTTPFailure) {
            guard head.version == .http1_1 else { throw .versionNotSupported }
            let uri = try requestGuard.admit(head)
            var call = try route(head, uri)
            try read(head.headers, into: &call)
            try registry.checkRoom(of: self)
            if call.row.isStream { try registry.checkRoomForStream(of: self) }
            if !head.isKeepAlive || head.headers.contains(name: "upgrade") { willClose = true }
            state = .reading(Reading(head: head, call: call))
            if head.headers.contains(name: "expect") { sendContinue() }
        } catch {
            refuse(error, isHead: head.method == .HEAD)
        }
    }

    /// The call that a request asks for. Without the token or a key, a client does not learn which paths do not exist.
    private func route(_ head: HTTPRequestHead, _ uri: String) throws(HTTPFailure) -> Call {
        let call: Call
        do throws(HTTPFailure) {
            call = try registry.router.call(method: head.method.rawValue, uri: uri)
        } catch {
            _ = try requestGuard.permit(nil, head.headers, registry.keys)
            throw error
        }
        credential = try requestGuard.permit(call.row, head.headers, registry.keys)
        if credential != .nothing { isStranger = false }
        return call
    }

    /// Reads the headers that handlers need.
    private func read(_ headers: HTTPHeaders, into call: inout Call) throws(HTTPFailure) {
        call.languages = headers.first(name: "accept-language")
        call.noneMatch = headers[canonicalForm: "if-none-match"].map { String($0.hasPrefix("W/") ? $0.dropFirst(2) : $0) }
        call.lastEventID = headers.first(name: "last-event-id")
        call.condition = try RevisionCondition.read(headers["if-match"])
        guard call.condition == nil || call.row.isConditional else {
            throw .malformed("\"If-Match\" has no meaning for this request; leave it out")
        }
        call.writer = try WriterHeader.read(headers["fader-by"])
        // A key's changes are known by its name, so nobody can give another.
        if case .key(let name) = credential, let page = registry.keys.page(of: name) {
            (call.pageKey, call.writer) = (PageKey(name: name, page: page), name)
        } else if case .key = credential, let writer = call.writer, registry.keys.page(of: writer) != nil {
            throw .forbidden("\"\(writer.withoutControls())\" is the name of a key in force; give another in \"Fader-By\"")
        }
        let names = headers["fader-session"]
        guard names.count <= 1 else { throw .malformed("a request belongs to one session: send \"Fader-Session\" once") }
        call.session = names.first
        if let name = names.first, !registry.sessions.has(name) { throw .unknownSession }
    }

    func append(_ bytes: ByteBuffer) {
        guard case .reading(var reading) = state else { return }
        let limit = registry.limits.largestBody(path: reading.call.row.template)
        guard reading.call.body.count + bytes.readableBytes <= limit else { return refuse(.bodyTooLarge(limit: limit)) }
        guard reading.call.body.count > 0 || reading.head.headers["content-type"].count == 1 else { return refuse(.unsupportedMediaType) }
        state = .idle
        reading.call.body.append(contentsOf: bytes.readableBytesView)
        state = .reading(reading)
    }

    func end() {
        guard case .reading(let reading) = state else { return }
        isRequestBegun = false
        registry.door.touch(self)
        if case .stream(let open) = reading.call.endpoint.handler {
            deadline.cancel()
            return openStream(reading, open)
        }
        // The timer may keep running, because the next deadline is set after the answer.
        deadline.forget()
        guard isStranger else { return answer(reading) }
        // Until it is its turn, the connection can still be closed to make room.
        registry.door.pace.submit(isWanted: { [weak self] in self?.isReading ?? false }) { [weak self] done in
            if let self, self.isReading { self.answer(reading) }
            done()
        }
    }
}
