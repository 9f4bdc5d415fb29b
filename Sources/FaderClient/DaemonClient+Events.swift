public import FaderAPI
public import FaderModel
internal import NIOCore
internal import NIOHTTP1

/// An event that a watcher receives.
public enum WatchEvent: Sendable, Equatable {
    /// The whole state. It comes first, after every reload, and when a parameter is declared or its declaration ends.
    case state(StateEvent)
    /// A parameter changed.
    case parameter(ParameterResource)
    /// A trigger was pressed.
    case pressed(PressEvent)
    /// A trigger has done what it was pressed for, or has failed.
    case ended(EndedEvent)
}

extension DaemonClient {
    /// Reports the state and then every change of the parameters that `prefix` means (nothing: all of them), until `handle` returns false
    /// or the daemon closes the connection (`closed`). A slow `handle` does not delay other clients; it gets only the newest value of each
    /// parameter.
    public func watch(prefix: IDPatterns = [], handle: (WatchEvent) async -> Bool) async throws(ClientError) {
        try await events(Routes.watchChanges, Self.query(prefix), isReady: { $0 }) { event throws(ClientError) in
            switch event.name {
            case EventName.state: await handle(.state(try Self.decode(event.data)))
            case EventName.parameter: await handle(.parameter(try Self.decode(event.data)))
            case EventName.press: await handle(.pressed(try Self.decode(event.data)))
            case EventName.ended: await handle(.ended(try Self.decode(event.data)))
            default: true
            }
        }
    }

    /// Reports every MIDI message of a surface (nil: of all), until `handle` returns false or the daemon closes the connection (`closed`).
    /// `isOfAll`: with nil, also those of controllers that belong to no surface. `begun` is called once the daemon has begun to report.
    public func monitor(
        surface: String? = nil, isOfAll: Bool = false, begun: () -> Void = {}, handle: (MonitorResource) async -> Bool
    ) async throws(ClientError) {
        let query = surface.map { [("surface", $0)] } ?? (isOfAll ? [("all", "true")] : [])
        var hasBegun = false
        let isReady = { (_: Bool) in
            // The first bytes are the daemon's greeting.
            if !hasBegun { begun() }
            hasBegun = true
            return true
        }
        try await events(Routes.monitorMessages, query, isReady: isReady) { event throws(ClientError) in
            guard event.name == EventName.message else { return true }
            return await handle(try Self.decode(event.data))
        }
    }

    /// Passes the events of a stream with batches as they come, by name and with their data, until `handle` returns false or the daemon closes
    /// the connection (`closed`). Batches have values, and at most `rate` come a second.
    package func follow(
        prefix: IDPatterns, rate: Int, handle: (String, [UInt8]) async throws(ClientError) -> Bool
    ) async throws(ClientError) {
        let query = Self.query(prefix) + [("form", "batch"), ("rate", "\(rate)"), ("values", "true")]
        try await events(Routes.watchChanges, query, isReady: { $0 }) { event throws(ClientError) in
            try await handle(event.name, event.data)
        }
    }

    /// Reads an event stream. There is a time limit until `isReady` returns true; its argument is whether events have just arrived.
    private func events(
        _ route: Route<NoBody, EventFlow>, _ query: [(String, String)], isReady: (Bool) -> Bool,
        handle: (EventParser.Event) async throws(ClientError) -> Bool
    ) async throws(ClientError) {
        let started = ContinuousClock.now
        let path = try await socket()
        let exchange = Exchange(path: path, timeout: left(since: started), method: .get, uri: uri(route.row, "", query), body: nil)
        var status = 0
        var parser = EventParser()
        var refusal: [UInt8] = []
        var isEnough = false
        try await exchange.run { part, liftLimit in
            switch part {
            case .head(let head): status = Int(head.status.code)
            case .body(let bytes) where status != 200: refusal += bytes.readableBytesView
            case .body(let bytes):
                guard let events = parser.feed(bytes.readableBytesView) else { throw ClientError.unexpectedAnswer("an event without end") }
                if isReady(!events.isEmpty) { liftLimit() }
                for event in events where !isEnough { isEnough = try await !handle(event) }
            case .end: return false
            }
            return !isEnough
        }
        if isEnough { return }
        throw status == 200 || status == 0 ? .closed(path: path) : Self.problem(status: status, body: refusal)
    }
}
