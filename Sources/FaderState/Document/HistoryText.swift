internal import FaderJSON
internal import FaderModel

/// The history in the state file, one entry a line. Keeps each finished line until its entry changes.
struct HistoryText: Sendable {
    private struct Line: Sendable {
        var number: UInt64
        var stamp: UInt64
        var text: String
    }

    /// Their numbers rise.
    private var lines: [Line] = []

    /// Appends the JSON of all entries as the last key of the file; nothing if there are none: an empty history is not written.
    func append(to bytes: inout [UInt8]) {
        guard !lines.isEmpty else { return }
        bytes += ",\n  \"history\": [".utf8
        var separator = "\n    "
        for line in lines {
            bytes += separator.utf8
            bytes += line.text.utf8
            separator = ",\n    "
        }
        bytes += "\n  ]".utf8
    }

    /// Takes over the changes. True if there were any.
    mutating func update(_ history: History) -> Bool {
        let marks = history.marks
        guard !zip(lines, marks).allSatisfy({ $0.number == $1.number && $0.stamp == $1.stamp }) || lines.count != marks.count else {
            return false
        }
        let old = lines
        var next = 0
        lines = marks.compactMap { mark in
            while next < old.count, old[next].number < mark.number { next += 1 }
            if next < old.count, old[next].number == mark.number, old[next].stamp == mark.stamp { return old[next] }
            return history.entry(mark.number).map { Line(number: mark.number, stamp: mark.stamp, text: $0.json.rendered) }
        }
        return true
    }

    /// Reads the history. Entries that are damaged or of an unknown kind are left out and counted.
    static func read(_ json: JSONValue) -> (history: History, dropped: Int) {
        guard case .list(let list) = json else { return (History(), 1) }
        let read = list.compactMap(HistoryEntry.init)
        let history = History(read)
        let kept = history.entries
        // Entries that were dropped because of a limit do not count as damaged.
        let first = kept.first?.number ?? 0
        let wanted = read.filter { $0.number >= first }
        let isWhole = wanted.map(\.changes.count).reduce(0, +) == kept.map(\.changes.count).reduce(0, +)
        return (history, list.count - read.count + (isWhole ? 0 : max(1, wanted.count - kept.count)))
    }
}

/// `{ "changes": { "master": { "after": -3.0, "before": -6.0 } }, "number": 7, "origin": "touch", "time": "2026-02-03T04:05:06.789Z" }`
extension HistoryEntry {
    fileprivate var json: JSONValue {
        let changes = Dictionary(changes.map { ($0.id, $0.json) }, uniquingKeysWith: { first, _ in first })
        return .object([
            "changes": .object(changes), "number": .whole(number), "origin": .text(origin.word), "time": .text(WallTime.text(time)),
        ])
    }

    /// nil if this is not a history entry, or has an origin that this version does not know.
    fileprivate init?(_ json: JSONValue) {
        guard case .object(let fields) = json, let number = fields["number"]?.whole, case .text(let word)? = fields["origin"],
            let origin = Origin.allCases.first(where: { $0.word == word }), case .text(let text)? = fields["time"],
            let time = WallTime.seconds(text), case .object(let list)? = fields["changes"], !list.isEmpty
        else { return nil }
        var changes: [HistoryChange] = []
        for (id, json) in list.sorted(by: { $0.key < $1.key }) {
            guard let change = HistoryChange(id: id, json) else { return nil }
            changes.append(change)
        }
        self.init(number: number, time: time, origin: origin, changes: changes)
    }
}

extension HistoryChange {
    fileprivate var json: JSONValue {
        var fields = ["before": JSONValue(before), "after": JSONValue(after)]
        if let undone { fields["undone"] = .whole(undone) }
        return .object(fields)
    }

    fileprivate init?(id: String, _ json: JSONValue) {
        guard ParameterSpec.isValidID(id), case .object(let fields) = json, let before = fields["before"]?.value,
            let after = fields["after"]?.value, before != after
        else { return nil }
        let undone = fields["undone"]?.whole
        guard fields["undone"] == nil || undone != nil else { return nil }
        self.init(id: id, before: before, after: after, undone: undone)
    }
}

extension JSONValue {
    fileprivate static func whole(_ number: UInt64) -> JSONValue { .number(spelling: "\(number)") }

    fileprivate var whole: UInt64? {
        guard case .number(let spelling) = self, let number = UInt64(spelling), number > 0 else { return nil }
        return number
    }
}
