internal import FaderAPI
internal import NIOCore

/// The named sessions of a server. Each lives as long as one of its streams, and a little longer, so that a client that reconnects keeps
/// it. It does not end during a request. Owned by the event loop.
final class Sessions {
    private struct Session {
        let id: SessionID
        /// The key of a page that began it; nil: none.
        let key: String?
        var streams = 0
        var requests = 0
        /// The timer that ends it; nil while it has a stream.
        var end: Scheduled<Void>?
        /// Whether its time is over. A request may still be in progress.
        var isOver = false
    }

    private unowned let registry: Registry
    private var sessions: [String: Session] = [:]

    init(_ registry: Registry) { self.registry = registry }

    /// Nobody can guess the name. `key` is that of the page that begins the session.
    private func begin(_ key: String?) throws(HTTPFailure) -> String {
        let limits = registry.limits
        guard sessions.count < limits.sessions else { throw .tooManySessions(limit: limits.sessions) }
        if let key {
            let most = ServerLimits.sessionsOfKey
            guard sessions.values.count(where: { $0.key == key }) < most else { throw .tooManyOfKey("sessions", limit: most) }
            let ofKeys = sessions.values.count { $0.key != nil }
            guard ofKeys < limits.sessionsOfKeys else { throw .tooManySessions(limit: limits.sessionsOfKeys) }
        }
        let name = BearerToken.random(bits: 128)
        sessions[name] = Session(id: registry.newSessionID(isNamed: true), key: key)
        endLater(name)
        return name
    }

    /// The name of the session that a new stream will keep alive, as its query or its header asks for. A browser that reopens a stream on
    /// its own asks for a new session again, but it also sends the name of the one that it had.
    func session(for call: Call) throws(HTTPFailure) -> String? {
        guard let wish = call.query["session"] ?? call.session else { return nil }
        if wish != "new" || call.query["session"] == nil {
            guard has(wish) else { throw .unknownSession }
            return wish
        }
        if let name = call.lastEventID, has(name) { return name }
        return try begin(call.pageKey?.name)
    }

    func has(_ name: String) -> Bool { sessions[name].map { !$0.isOver } ?? false }

    /// Notes that a stream of the session was opened.
    func attach(_ name: String) {
        sessions[name]?.streams += 1
        sessions[name]?.end?.cancel()
        sessions[name]?.end = nil
    }

    /// Notes that a stream of the session was closed, by either side.
    func detach(_ name: String) {
        sessions[name]?.streams -= 1
        if sessions[name]?.streams == 0 { endLater(name) }
    }

    /// Notes that a request of the session begins. `leave` must follow.
    func enter(_ name: String) throws(HTTPFailure) -> SessionID {
        guard let session = sessions[name], !session.isOver else { throw .unknownSession }
        sessions[name]?.requests += 1
        return session.id
    }

    /// Notes that a request of the session has been answered.
    func leave(_ name: String) {
        sessions[name]?.requests -= 1
        if sessions[name]?.isOver ?? false { endIfIdle(name) }
    }

    private func endLater(_ name: String) {
        sessions[name]?.end = registry.loop.assumeIsolated().scheduleTask(in: .milliseconds(registry.limits.sessionGrace)) { [self] in
            sessions[name]?.isOver = true
            endIfIdle(name)
        }
    }

    private func endIfIdle(_ name: String) {
        guard let session = sessions[name], session.requests == 0 else { return }
        sessions[name] = nil
        registry.end(session.id)
    }
}
