/// Items that wait to be sent, in order. When it gets long, it keeps only the newest item of each key. So it holds at most `shortest`
/// items, or about twice as many as there are different keys.
struct Backlog<Item: Sendable>: Sendable {
    private var items: [(key: String, item: Item)] = []
    private var limit: Int
    private let shortest: Int

    /// An empty backlog that keeps every item while there are fewer than `shortest`.
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

    /// Keeps only the newest item of each key, in order.
    mutating func compact() {
        var seen: Set<String> = []
        var kept: [(key: String, item: Item)] = []
        for entry in items.reversed() where seen.insert(entry.key).inserted { kept.append(entry) }
        items = kept.reversed()
    }

    /// Removes and returns all items.
    mutating func removeAll() -> [Item] {
        defer {
            items = []
            limit = shortest
        }
        return items.map(\.item)
    }
}
