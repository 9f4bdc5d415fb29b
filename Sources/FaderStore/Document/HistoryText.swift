internal import FaderJSON
internal import FaderValues

/// The history in the state file, an entry a line. Keeps each line until its entry changes.
struct HistoryText: Sendable {
    private struct Line: Sendable {
        var number: UInt64
        var stamp: UInt64
        /// How many bytes of `text` it has.
        var length: Int
    }

    /// One per entry, in rising order of their numbers.
    private var lines: [Line] = []
    /// All lines, each with the separator before it.
    private var text: [UInt8] = []
    private static let separator = Array(",\n    ".utf8)

    /// Appends the entries under the key `history`; nothing if there are none: an empty history is not written.
    func append(to bytes: inout [UInt8]) {
        guard !lines.isEmpty else { return }
        bytes += Array(",\n  \"history\": [".utf8)
        // Without the first comma.
        bytes += text.dropFirst()
        bytes += Array("\n  ]".utf8)
    }

    /// Updates the lines of entries that have changed. True if there were any.
    mutating func update(_ history: History) -> Bool {
        let marks = history.marks
        let gone = lines.prefix { line in marks.first.map { line.number < $0.number } ?? true }.count
        var same = 0
        while same < min(marks.count, lines.count - gone), isLine(gone + same, marks[same]) { same += 1 }
        guard gone > 0 || same < lines.count || same < marks.count else { return false }
        // Usually all but a few lines at either end are unchanged. Everything after those is rebuilt.
        let start = length(of: lines[..<gone]), end = start + length(of: lines[gone..<gone + same])
        let formerText = Array(text[end...])
        var former = lines[(gone + same)...]
        var place = 0
        text.removeSubrange(end...)
        text.removeFirst(start)
        lines.removeSubrange((gone + same)...)
        lines.removeFirst(gone)
        for mark in marks[same...] {
            while let line = former.first, line.number < mark.number {
                place += line.length
                former.removeFirst()
            }
            let before = text.count
            if let line = former.first, line.number == mark.number, line.stamp == mark.stamp {
                text += formerText[place..<place + line.length]
            } else {
                guard let entry = history.entry(mark.number) else { continue }
                text += Self.separator
                text += Array(entry.line.utf8)
            }
            lines.append(Line(number: mark.number, stamp: mark.stamp, length: text.count - before))
        }
        return true
    }

    private func isLine(_ place: Int, _ mark: (number: UInt64, stamp: UInt64)) -> Bool {
        lines[place].number == mark.number && lines[place].stamp == mark.stamp
    }

    private func length(of lines: ArraySlice<Line>) -> Int {
        var length = 0
        for line in lines { length += line.length }
        return length
    }

    /// Entries that are damaged or of an unknown kind are left out and counted.
    static func read(_ json: JSONValue) -> (history: History, dropped: Int) {
        guard case .list(let list) = json else { return (History(), 1) }
        let read = list.compactMap(HistoryEntry.init)
        let history = History(read)
        let kept = history.entries
        // What was dropped because of a limit is not damaged.
        let first = kept.first?.number ?? 0
        let wanted = read.filter { $0.number >= first }
        let isWhole = wanted.map(\.changes.count).reduce(0, +) == kept.map(\.changes.count).reduce(0, +)
        return (history, list.count - read.count + (isWhole ? 0 : max(1, wanted.count - kept.count)))
    }
}

/// `{ "by": "faderctl", "changes": { "master": { "after": -3.0, "before": -6.0, "unit": "dB" } }, "number": 7, "origin": "text", "time":
/// "2026-02-03T04:05:06.789Z" }`; `by` and `unit` only where there is one, `"known": false` where the value before was not known, `"key":
/// true` where the writer had the key of a page.
extension HistoryEntry {
    /// Written by hand, because every durable set waits for it: through a `JSONValue` it takes 8 times as long.
    var line: String {
        var line = "{ "
        if let by {
            line += "\"by\": "
            JSONValue.appendQuoted(by, to: &line)
            line += ", "
        }
        line += "\"changes\": { "
        // In the order of their ids.
        for (place, change) in changes.enumerated() {
            if place > 0 { line += ", " }
            JSONValue.appendQuoted(change.id, to: &line)
            line += ": { \"after\": "
            JSONValue(change.after).append(to: &line)
            line += ", \"before\": "
            JSONValue(change.before).append(to: &line)
            if !change.wasKnown { line += ", \"known\": false" }
            if let undone = change.undone { line += ", \"undone\": \(undone)" }
            if !change.unit.isEmpty {
                line += ", \"unit\": "
                JSONValue.appendQuoted(change.unit, to: &line)
            }
            line += " }"
        }
        line += " }"
        if isOfKey { line += ", \"key\": true" }
        line += ", \"number\": \(number), \"origin\": \"\(origin.rawValue)\", \"time\": \"\(WallTime.text(time))\" }"
        return line
    }

    /// Nil also for an origin that this version does not know.
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, let number = fields["number"]?.whole, case .text(let word)? = fields["origin"],
            let origin = ChangeOrigin(rawValue: word), case .text(let text)? = fields["time"],
            let time = WallTime.seconds(text), case .object(let list)? = fields["changes"], !list.isEmpty
        else { return nil }
        var changes: [HistoryChange] = []
        for (id, json) in list.sorted(by: { $0.key < $1.key }) {
            guard let change = HistoryChange(id: id, json) else { return nil }
            changes.append(change)
        }
        var by: String?
        if let json = fields["by"] {
            guard case .text(let name) = json, Names.isProgram(name) else { return nil }
            by = name
        }
        self.init(number: number, time: time, origin: origin, by: by, isOfKey: fields["key"] == .flag(true), changes: changes)
    }
}

extension HistoryChange {
    fileprivate init?(id: String, _ json: JSONValue) {
        guard ParameterSpec.isValidID(id), case .object(let fields) = json, let before = fields["before"]?.value,
            let after = fields["after"]?.value, before != after
        else { return nil }
        let undone = fields["undone"]?.whole
        guard fields["undone"] == nil || undone != nil else { return nil }
        var unit = ""
        if let json = fields["unit"] {
            guard case .text(let text) = json, !text.isEmpty else { return nil }
            unit = text
        }
        var wasKnown = true
        if let json = fields["known"] {
            guard case .flag(let known) = json else { return nil }
            wasKnown = known
        }
        self.init(id: id, before: before, after: after, unit: unit, wasKnown: wasKnown, undone: undone)
    }
}

extension JSONValue {
    fileprivate var whole: UInt64? {
        guard case .number(let spelling) = self, let number = UInt64(spelling), number > 0 else { return nil }
        return number
    }
}
