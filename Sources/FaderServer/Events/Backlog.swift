internal import FaderAPI

/// Items that wait to be sent, in order. A long backlog keeps only the newest item of each key, so it holds at most `shortest` items, or
/// about two for each key.
struct Backlog<Item: Sendable>: Sendable {
    private var items: [(key: String, item: Item)] = []
    private var limit: Int
    private let shortest: Int

    /// Every item is kept while there are fewer than `shortest`.
    init(shortest: Int) {
        self.shortest = shortest
        limit = shortest
    }

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    mutating func append(_ item: Item, key: String) {
        if items.count >= limit {
            compact()
            limit = max(shortest, 2 * items.count)
        }
        items.append((key, item))
    }

    mutating func compact() {
        var seen: Set<String> = []
        var kept: [(key: String, item: Item)] = []
        for entry in items.reversed() where seen.insert(entry.key).inserted { kept.append(entry) }
        items = kept.reversed()
    }

    mutating func removeAll() -> [Item] {
        defer {
            items = []
            limit = shortest
        }
        return items.map(\.item)
    }
}

/// MIDI messages in order. Those without room are only counted: the next message that has room says how many are missing.
struct WaitingMessages: Sendable {
    private var messages: ArraySlice<MonitorResource> = []
    private var missed: UInt64 = 0
    private let most: Int

    init(most: Int) { self.most = most }

    /// Appends a message. Returns false if there is no room.
    mutating func append(_ message: MonitorResource) -> Bool {
        guard messages.count < most else {
            missed += 1 + message.missed
            return false
        }
        var message = message
        message.missed += missed
        missed = 0
        messages.append(message)
        return true
    }

    /// Messages missing before one that this reader does not get may have been for it.
    mutating func skip(_ count: UInt64) { missed += count }

    mutating func reset() { self = Self(most: most) }

    mutating func popFirst() -> MonitorResource? { messages.popFirst() }

    mutating func removeAll() -> ArraySlice<MonitorResource> {
        defer { messages = [] }
        return messages
    }
}
