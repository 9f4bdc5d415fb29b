package import FaderJSON
internal import FaderValues

/// Which changes a second machine has: those of everything but the values.
public struct StateMark: Sendable, Equatable {
    /// Three revisions, and the newest stamp in the history.
    var snapshots, history, remembered, stamp: UInt64

    /// As in the API: `3.12.1.40`.
    public var text: String { "\(snapshots).\(history).\(remembered).\(stamp)" }

    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
        guard numbers.count == 4, let first = numbers[0], let second = numbers[1], let third = numbers[2], let fourth = numbers[3] else {
            return nil
        }
        (snapshots, history, remembered, stamp) = (first, second, third, fourth)
    }

    init(snapshots: UInt64, history: UInt64, remembered: UInt64, stamp: UInt64) {
        (self.snapshots, self.history, self.remembered, self.stamp) = (snapshots, history, remembered, stamp)
    }
}

/// What a second machine gets besides the values. A part that is nil has not changed.
public struct StatePieces: Sendable {
    var shelf: SnapshotShelf?
    /// The numbers of all entries of the history.
    var numbers: [UInt64]?
    var entries: [HistoryEntry] = []
    /// Pages and banks, values that buttons hold, and how groups stand. Nothing else in it counts.
    var remembered: Remembered?

    init() {}

    public var isEmpty: Bool { shelf == nil && numbers == nil && remembered == nil }
    public var hasSnapshots: Bool { shelf != nil }
    public var hasHistory: Bool { numbers != nil }

    /// Reads the members of an object, as in the state file, and removes them from `fields`.
    package init(takenFrom fields: inout [String: JSONValue]) {
        if case .object(let snapshots)? = fields.removeValue(forKey: "snapshots") {
            let named = snapshots.filter { SnapshotName.problem($0.key) == nil }
            shelf = SnapshotShelf(.object(named), order: fields.removeValue(forKey: "snapshot-order"))
        }
        if case .list(let list)? = fields.removeValue(forKey: "history-numbers") {
            numbers = list.compactMap { if case .number(let spelling) = $0 { UInt64(spelling) } else { nil } }
        }
        if case .list(let list)? = fields.removeValue(forKey: "history") { entries = list.compactMap { HistoryEntry($0) } }
        if case .object(var kept)? = fields.removeValue(forKey: "kept") { remembered = Remembered(takenFrom: &kept) }
    }

    /// The members as JSON, each with a comma before it.
    package var json: String {
        var text = ""
        if let shelf {
            text += ",\"snapshots\":\(shelf.text)"
            if let order = shelf.orderText { text += ",\"snapshot-order\":\(order)" }
        }
        if let numbers {
            text += ",\"history-numbers\":[\(numbers.map { "\($0)" }.joined(separator: ","))]"
            text += ",\"history\":[\(entries.map(\.line).joined(separator: ","))]"
        }
        if let remembered {
            let parts = remembered.parts.map { "\"\($0.key)\":\($0.value.rendered)" }
            text += ",\"kept\":{\(parts.joined(separator: ","))}"
        }
        return text
    }
}
