internal import FaderAPI
internal import FaderKit
internal import FaderValues

enum WatchEvent: Sendable, Equatable {
    /// The whole state: first, after every reload, and when a parameter is declared or its declaration ends.
    case state(StateEvent)
    case parameter(ParameterResource)
    case pressed(PressEvent)
    /// The trigger has done what it was pressed for, or has failed.
    case ended(EndedEvent)
}

extension DaemonClient {
    /// The state, then every change of the parameters (no `prefix`: all), until `handle` returns false or the daemon closes the connection
    /// (`closed`). A slow `handle` delays no other client; it gets only the newest value of each parameter.
    func watch(prefix: IDPatterns = [], handle: (WatchEvent) async -> Bool) async throws(ClientError) {
        try await events(Routes.watchChanges, Self.query(prefix), isReady: { $0 }) { (name, data) throws(ClientError) in
            switch name {
            case EventName.state: await handle(.state(try Self.decode(data)))
            case EventName.parameter: await handle(.parameter(try Self.decode(data)))
            case EventName.press: await handle(.pressed(try Self.decode(data)))
            case EventName.ended: await handle(.ended(try Self.decode(data)))
            default: true
            }
        }
    }

    /// Messages of a surface (nil: of all; `isOfAll`: also of controllers without one), until `handle` returns false or the daemon closes
    /// the connection (`closed`). `begun` is called once the daemon has begun to report.
    func monitor(
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
        try await events(Routes.monitorMessages, query, isReady: isReady) { (name, data) throws(ClientError) in
            guard name == EventName.message else { return true }
            return await handle(try Self.decode(data))
        }
    }
}
