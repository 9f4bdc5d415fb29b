/// The changes of all parameters, newest last, and which of them are undone. Pure: no clock, no I/O; not for the MIDI thread.
///
/// For each parameter what is undone are its newest changes: undo takes the newest that counts, redo the one undone last, and a new change
/// takes away what could be redone of that parameter.
///
/// Bounded: what is too much goes, oldest first. Only the newest entry stays however large it is, which is one change a parameter.
public struct History: Sendable {
    /// The most entries kept.
    public static let entryLimit = 200
    /// The most changes kept, of all entries together.
    public static let changeLimit = 2_000
    /// The most bytes of texts kept, of all entries together.
    public static let wordLimit = 1 << 20
    /// Numbers are below it, as every reader of JSON can hold them.
    static let numberLimit: UInt64 = 1 << 53
    /// An entry is joined only while it is among so many newest ones.
    public static let openLimit = 64

    /// An entry as it is kept.
    struct Entry: Sendable {
        var number: UInt64
        var time: Double
        var origin: Origin
        /// Reports of this group join the entry; 0: none does.
        var group: UInt32
        var changes: [String: Change] = [:]
        /// Never the same again after a change of the entry.
        var stamp: UInt64 = 0
    }

    /// A change as it is kept.
    struct Change: Sendable, Equatable {
        var before: Value
        var after: Value
        var undone: UInt64?

        /// The bytes of its texts.
        var words: Int { before.words + after.words }
    }

    /// Oldest first; none is empty between calls.
    private(set) var kept: [Entry] = []
    /// The step whose values are being set.
    var journey: Journey?
    private var nextNumber: UInt64 = 1
    private var stamps: UInt64 = 0
    private var changeCount = 0
    private var wordCount = 0
    /// How many changes of a parameter are undone; no zeroes.
    private var undoneCounts: [String: Int] = [:]
    /// How many undos there were.
    private var undoCount: UInt64 = 0

    /// A history in which nothing has happened.
    public init() {}

    /// The history of an earlier process. Its entries are joined by nothing.
    ///
    /// Left out is what contradicts itself: an entry whose number is not above the one before, a second change of a parameter in one entry,
    /// an undone change with a newer one that counts, and numbers that no process has lived to count to.
    public init(_ entries: [HistoryEntry]) {
        for entry in entries where entry.number >= nextNumber && entry.number < Self.numberLimit {
            nextNumber = entry.number + 1
            kept.append(Entry(number: entry.number, time: entry.time, origin: entry.origin, group: 0))
            for change in entry.changes where kept[kept.count - 1].changes[change.id] == nil {
                guard change.undone ?? 0 < Self.numberLimit else { continue }
                if change.undone == nil, undoneCounts[change.id] != nil { dropUndone(change.id) }
                put(Change(before: change.before, after: change.after, undone: change.undone), change.id, at: kept.count - 1)
                undoCount = max(undoCount, change.undone ?? 0)
            }
        }
        removeEmpty()
        trim()
    }

    /// Every entry, oldest first.
    public var entries: [HistoryEntry] { kept.map(Self.entry) }

    /// The entry of a number; nil where there is none (any more).
    public func entry(_ number: UInt64) -> HistoryEntry? { position(of: number).map { Self.entry(kept[$0]) } }

    /// For each entry its number, and a mark that is another one after every change of it; for who keeps a copy.
    package var marks: [(number: UInt64, stamp: UInt64)] { kept.map { ($0.number, $0.stamp) } }

    private static func entry(_ entry: Entry) -> HistoryEntry {
        let changes = entry.changes.sorted { $0.key < $1.key }
        return HistoryEntry(
            number: entry.number, time: entry.time, origin: entry.origin,
            changes: changes.map { HistoryChange(id: $0, before: $1.before, after: $1.after, undone: $1.undone) })
    }

    /// Takes up that a parameter has changed, in the order of the changes. What undo and redo set is for `follow`.
    ///
    /// A change of a group that has an entry joins it: the first `before` stays, the newest `after` counts, and what ended where it began
    /// is no change. It does not join an entry that was undone, nor one that is older than another change of the same parameter.
    /// - Parameters:
    ///   - before: The value before this change, or before the first of its group that is told together with it.
    ///   - group: What belongs together has one number; 0: the change stands by itself.
    ///   - time: Seconds since 1970.
    public mutating func record(_ id: String, before: Value, after: Value, origin: Origin, group: UInt32 = 0, time: Double) {
        guard before != after || goesOn(id, group) else { return }
        forgetUndone(id)
        if let position = position(open: group, for: id) {
            join(id, before: before, after: after, at: position)
        } else {
            kept.append(Entry(number: nextNumber, time: time, origin: origin, group: group))
            nextNumber += 1
            put(Change(before: before, after: after), id, at: kept.count - 1)
        }
        trim()
    }

    /// Whether a change of the parameter has an entry of the group that it joins.
    private func goesOn(_ id: String, _ group: UInt32) -> Bool {
        guard let position = position(open: group, for: id), let change = kept[position].changes[id] else { return false }
        return change.undone == nil
    }

    /// The entry that a change of the group may join. What is undone of the parameter is not looked at: a new change takes it away.
    private func position(open group: UInt32, for id: String) -> Int? {
        guard group != 0 else { return nil }
        var found: Int?
        for position in kept.indices.suffix(Self.openLimit).reversed() {
            let isOfGroup = kept[position].group == group
            if isOfGroup, found == nil { found = position }
            guard let change = kept[position].changes[id], change.undone == nil else { continue }
            return isOfGroup ? position : found
        }
        return found
    }

    private mutating func join(_ id: String, before: Value, after: Value, at position: Int) {
        let before = kept[position].changes[id]?.before ?? before
        put(before == after ? nil : Change(before: before, after: after), id, at: position)
        guard kept[position].changes.isEmpty else { return }
        // A wiggle about one value shall not leave gaps in the numbers.
        if position == kept.count - 1 { nextNumber = kept[position].number }
        kept.remove(at: position)
    }

    /// A parameter has moved on: what could be redone of it can't be any more.
    mutating func forgetUndone(_ id: String) {
        guard undoneCounts[id] != nil else { return }
        dropUndone(id)
        removeEmpty()
    }

    /// Afterwards an entry may be empty.
    private mutating func dropUndone(_ id: String) {
        for position in kept.indices where kept[position].changes[id]?.undone != nil { put(nil, id, at: position) }
    }

    private mutating func trim() {
        while kept.count > 1, kept.count > Self.entryLimit || changeCount > Self.changeLimit || wordCount > Self.wordLimit {
            for id in kept[0].changes.keys { put(nil, id, at: 0) }
            kept.removeFirst()
        }
    }
}

extension History {
    /// The one way in and out for a change, so that everything counted is right. Afterwards an entry may be empty.
    mutating func put(_ change: Change?, _ id: String, at position: Int) {
        if let old = kept[position].changes[id] { count(old, id, by: -1) }
        if let change { count(change, id, by: 1) }
        kept[position].changes[id] = change
        stamps += 1
        kept[position].stamp = stamps
    }

    private mutating func count(_ change: Change, _ id: String, by sign: Int) {
        changeCount += sign
        wordCount += sign * change.words
        guard change.undone != nil else { return }
        let count = undoneCounts[id, default: 0] + sign
        undoneCounts[id] = count == 0 ? nil : count
    }

    /// Nothing joins the entry any more.
    mutating func close(_ position: Int) { kept[position].group = 0 }

    /// The numbers of the next undos: the first of so many.
    mutating func reserveUndos(_ count: Int) -> UInt64 {
        undoCount += UInt64(count)
        return undoCount - UInt64(count) + 1
    }

    mutating func removeEmpty() { kept.removeAll { $0.changes.isEmpty } }

    /// Where the entry of a number stands: the numbers rise.
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
    /// The bytes of its text, if it is one.
    fileprivate var words: Int { if case .word(let text) = self { text.utf8.count } else { 0 } }
}
