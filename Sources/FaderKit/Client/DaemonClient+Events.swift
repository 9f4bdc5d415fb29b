package import FaderAPI
package import FaderValues
internal import NIOCore
internal import NIOHTTP1

extension DaemonClient {
    /// Passes the events of a stream, at most `rate` batches a second, to `handle` until that returns false or the daemon closes the
    /// connection (`closed`).
    package func follow(
        prefix: IDPatterns, rate: Int, handle: (String, [UInt8]) async throws(ClientError) -> Bool
    ) async throws(ClientError) {
        let query = Self.query(prefix) + [("form", "batch"), ("rate", "\(rate)"), ("values", "true")]
        try await events(Routes.watchChanges, query, isReady: { $0 }, handle: handle)
    }

    /// Reads an event stream. Until `isReady` returns true, the daemon may not be silent; its argument is whether events have just arrived.
    package func events(
        _ route: Route<NoBody, EventFlow>, _ query: [(String, String)], isReady: (Bool) -> Bool,
        handle: (_ name: String, _ data: [UInt8]) async throws(ClientError) -> Bool
    ) async throws(ClientError) {
        let path = try await socket()
        let exchange = RequestExchange(path: path, timeout: timeout, method: .get, uri: uri(route.row, "", query), body: nil)
        var status = 0
        var parser = EventParser()
        var refusal: [UInt8] = []
        var isEnough = false
        try await exchange.run { part, isUnderWay in
            switch part {
            case .head(let head): status = Int(head.status.code)
            case .body(let bytes) where status != 200: refusal += bytes.readableBytesView
            case .body(let bytes):
                guard let events = parser.feed(bytes.readableBytesView) else { throw ClientError.unexpectedAnswer("an event without end") }
                if isReady(!events.isEmpty) { isUnderWay() }
                for event in events where !isEnough { isEnough = try await !handle(event.name, event.data) }
            case .end: return false
            }
            return !isEnough
        }
        if isEnough { return }
        throw status == 200 || status == 0 ? .closed(path: path) : Self.problem(status: status, body: refusal)
    }
}
