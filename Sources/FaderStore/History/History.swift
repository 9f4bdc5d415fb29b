public import FaderValues

/// The changes of all parameters, newest last, and which of them are undone. Pure: no clock, no I/O; not for the MIDI thread.
///
/// A parameter's undone changes are always its newest. Undo takes the newest change that counts, redo the one undone last, and a new change
/// discards the parameter's undone ones.
///
/// Beyond the limits the oldest entries are dropped, but never the newest.
public struct History: Sendable {
    public static let entryLimit = 200
    /// Entries that one writer has made with the key of a page. For one more, the writer's oldest is dropped.
    public static let keyLimit = 20
    /// The most changes kept in all entries together.
    public static let changeLimit = 2_000
    /// The most bytes of texts kept in all entries together.
    public static let wordLimit = 1 << 20
    /// Every reader of JSON can hold numbers below this.
    static let numberLimit: UInt64 = 1 << 53
    /// Changes join an entry only while it is among this many newest.
    public static let openLimit = 64

    struct Entry: Sendable {
        var number: UInt64
        var time: Double
        var origin: ChangeOrigin
        var by: String?
        var isOfKey = false
        /// Reports with this number join the entry; `.none`: no more.
        var change: ChangeNumber
        var changes: [String: HistoryChange] = [:]
        /// Gets a new, unique value at each change of the entry.
        var stamp: UInt64 = 0
    }

    /// Oldest first; none is empty between calls.
    private(set) var kept: [Entry] = []
    var stepInProgress: StepInProgress?
    private var nextNumber: UInt64 = 1
    private var stamps: UInt64 = 0
    private var changeCount = 0
    private var wordCount = 0
    /// How many changes of each parameter are undone; never zero.
    private var undoneCounts: [String: Int] = [:]
    private var undoCount: UInt64 = 0

    public init() {}

    /// The history of an earlier process. No change joins its entries.
    ///
    /// Contradictions are left out: numbers that do not rise or are too high to be real, a parameter twice in one entry, an undone change
    /// with a newer one that counts.
    public init(_ entries: [HistoryEntry]) {
        for entry in entries where entry.number >= nextNumber && entry.number < Self.numberLimit {
            nextNumber = entry.number + 1
            kept.append(
                Entry(
                    number: entry.number, time: entry.time, origin: entry.origin, by: entry.by, isOfKey: entry.isOfKey, change: .none))
            for change in entry.changes where kept[kept.count - 1].changes[change.id] == nil {
                guard change.undone ?? 0 < Self.numberLimit else { continue }
                if change.undone == nil, undoneCounts[change.id] != nil { dropUndone(change.id) }
                put(change, change.id, at: kept.count - 1)
                undoCount = max(undoCount, change.undone ?? 0)
            }
        }
        removeEmpty()
        trim()
    }

    public struct Summary: Sendable, Equatable {
        /// The number of the newest entry; 0 if there is none.
        public var newest: UInt64
        public var undone: Int
        /// How many changes are not undone.
        public var standing: Int
    }

    public var summary: Summary {
        let undone = undoneCounts.values.reduce(0, +)
        return Summary(newest: kept.last?.number ?? 0, undone: undone, standing: changeCount - undone)
    }

    /// Every entry, oldest first.
    public var entries: [HistoryEntry] { kept.map(Self.entry) }

    /// The entry with a number; nil if there is none (any more).
    public func entry(_ number: UInt64) -> HistoryEntry? { position(of: number).map { Self.entry(kept[$0]) } }

    /// The entry that changes with this number still join.
    public func number(of change: ChangeNumber) -> UInt64? { kept.last { $0.change == change && change != .none }?.number }

    /// The stamp of an entry changes with it, for callers that keep a copy.
    package var marks: [(number: UInt64, stamp: UInt64)] { kept.map { ($0.number, $0.stamp) } }

    private static func entry(_ entry: Entry) -> HistoryEntry {
        HistoryEntry(
            number: entry.number, time: entry.time, origin: entry.origin, by: entry.by, isOfKey: entry.isOfKey,
            changes: entry.changes.values.sorted { $0.id < $1.id })
    }

    /// Records a change. Call it in the order of the changes. Those of undo and redo go to `follow`.
    ///
    /// A change whose number has an entry joins it: the first `before` stays, the newest `after` counts, and a value that ends where it
    /// began is removed. It does not join an entry that was undone, or is older than another change of the parameter, or has it in another
    /// unit.
    ///
    /// - Parameters:
    ///   - before: before the first change with this number that is reported with it.
    ///   - change: the same for changes that belong together; `.none` if it stands alone.
    ///   - time: seconds since 1970.
    ///   - unit: empty if the parameter has none.
    ///   - by: the writer's own name. That of an entry's first change counts.
    ///   - wasKnown: whether the value before was known.
    ///   - isOfKey: whether the writer had the key of a page.
    public mutating func record(
        _ id: String, before: Value, after: Value, origin: ChangeOrigin, change: ChangeNumber = .none, time: Double, unit: String = "",
        by: String? = nil, wasKnown: Bool = true, isOfKey: Bool = false
    ) {
        guard before != after || joinsEntry(id, change, unit) else { return }
        forgetUndone(id)
        let new = HistoryChange(id: id, before: before, after: after, unit: unit, wasKnown: wasKnown)
        if let position = position(open: change, for: id, unit) {
            join(id, new, at: position)
        } else {
            kept.append(Entry(number: nextNumber, time: time, origin: origin, by: by, isOfKey: isOfKey, change: change))
            nextNumber += 1
            put(new, id, at: kept.count - 1)
            if isOfKey { trim(keyOf: by) }
        }
        trim()
    }

    private func joinsEntry(_ id: String, _ number: ChangeNumber, _ unit: String) -> Bool {
        guard let position = position(open: number, for: id, unit), let change = kept[position].changes[id] else { return false }
        return change.undone == nil
    }

    /// Undone changes are ignored: a new change discards them.
    private func position(open change: ChangeNumber, for id: String, _ unit: String) -> Int? {
        guard change != .none else { return nil }
        var found: Int?
        for position in kept.indices.suffix(Self.openLimit).reversed() {
            let isOfChange = kept[position].change == change
            if isOfChange, found == nil { found = position }
            guard let change = kept[position].changes[id], change.undone == nil else { continue }
            guard isOfChange else { return found }
            return change.unit == unit ? position : nil
        }
        return found
    }

    private mutating func join(_ id: String, _ change: HistoryChange, at position: Int) {
        var change = change
        if let first = kept[position].changes[id] { (change.before, change.wasKnown) = (first.before, first.wasKnown) }
        put(change.before == change.after ? nil : change, id, at: position)
        guard kept[position].changes.isEmpty else { return }
        // A wiggle about one value must not leave gaps in the numbers.
        if position == kept.count - 1 { nextNumber = kept[position].number }
        kept.remove(at: position)
    }

    /// Drops the undone changes of a parameter that has changed anew: they can no longer be redone.
    mutating func forgetUndone(_ id: String) {
        guard undoneCounts[id] != nil else { return }
        dropUndone(id)
        removeEmpty()
    }

    /// An entry may be empty afterwards.
    private mutating func dropUndone(_ id: String) {
        for position in kept.indices where kept[position].changes[id]?.undone != nil { put(nil, id, at: position) }
    }

    private mutating func trim() {
        while kept.count > 1, kept.count > Self.entryLimit || changeCount > Self.changeLimit || wordCount > Self.wordLimit {
            remove(at: 0)
        }
    }

    /// Drops the oldest entry that a writer has made with a key, if there are too many.
    private mutating func trim(keyOf writer: String?) {
        let own = kept.indices.filter { kept[$0].isOfKey && kept[$0].by == writer }
        if own.count > Self.keyLimit { remove(at: own[0]) }
    }

    private mutating func remove(at position: Int) {
        for id in kept[position].changes.keys { put(nil, id, at: position) }
        kept.remove(at: position)
    }
}

extension History {
    /// The only way to add or remove a change, so that all counts stay right. An entry may be empty afterwards.
    mutating func put(_ change: HistoryChange?, _ id: String, at position: Int) {
        if let old = kept[position].changes[id] { count(old, id, by: -1) }
        if let change { count(change, id, by: 1) }
        kept[position].changes[id] = change
        stamps += 1
        kept[position].stamp = stamps
    }

    private mutating func count(_ change: HistoryChange, _ id: String, by sign: Int) {
        changeCount += sign
        wordCount += sign * (change.before.words + change.after.words)
        guard change.undone != nil else { return }
        let count = undoneCounts[id, default: 0] + sign
        undoneCounts[id] = count == 0 ? nil : count
    }

    /// Gives numbers without a unit that of their parameters. True if there were any.
    public mutating func adopt(units: [String: String]) -> Bool {
        var isAny = false
        for position in kept.indices {
            for (id, change) in kept[position].changes {
                guard change.keptBefore.lacksUnit, change.keptAfter.lacksUnit, let unit = units[id] else { continue }
                var change = change
                change.unit = unit
                put(change, id, at: position)
                isAny = true
            }
        }
        return isAny
    }

    /// Closes an entry, so that nothing joins it any more.
    mutating func close(_ position: Int) { kept[position].change = .none }

    mutating func reserveUndos(_ count: Int) -> UInt64 {
        undoCount += UInt64(count)
        return undoCount - UInt64(count) + 1
    }

    mutating func removeEmpty() { kept.removeAll { $0.changes.isEmpty } }

    func position(of number: UInt64) -> Int? {
        var low = 0
        var high = kept.count
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < kept.count && kept[low].number == number ? low : nil
    }
}

extension Value {
    fileprivate var words: Int { if case .word(let text) = self { text.utf8.count } else { 0 } }
}
