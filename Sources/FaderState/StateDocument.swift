internal import FaderCore
internal import FaderJSON

/// What the state file says: one entry a parameter, the snapshots, the history, and anything else that stood in it.
///
/// Owned by one thread at a time. Each entry keeps its finished line, so that a save only joins lines.
struct StateDocument: Sendable {
    /// The format this faderd reads and writes.
    static let version = 1

    private struct Entry: Sendable {
        var json: JSONValue
        var line: String
    }

    private var entries: [String: Entry] = [:]
    private var sortedIDs: [String] = []
    private var size = 0
    private var snapshotText: String
    private var historyText = HistoryText()
    /// What this version does not know, as the end of the file.
    private var tail = ""

    /// The snapshots.
    private(set) var snapshots: SnapshotShelf
    /// The history as it was read.
    let history: History
    /// How many entries of the history could not be read and are gone.
    let droppedEntries: Int

    /// A state with nothing in it, for a fresh start.
    init() {
        self.init(parameters: [:], snapshots: .object([:]), history: .array([]), others: [:])
    }

    private init(parameters: [String: JSONValue], snapshots: JSONValue, history: JSONValue, others: [String: JSONValue]) {
        self.snapshots = SnapshotShelf(snapshots)
        snapshotText = self.snapshots.text
        (self.history, droppedEntries) = HistoryText.read(history)
        _ = historyText.update(self.history)
        for (key, value) in others.sorted(by: { $0.key < $1.key }) {
            tail += ",\n  "
            JSONValue.appendQuoted(key, to: &tail)
            tail += ": " + value.text
        }
        entries.reserveCapacity(parameters.count)
        for (id, json) in parameters { entries[id] = Entry(json: json, line: Self.line(id, json)) }
        sortedIDs = parameters.keys.sorted()
    }

    /// Reads a whole file.
    ///
    /// Throws `.damaged` for what is no state, and `.newer` for the state of a newer version.
    init(parsing bytes: [UInt8], path: String) throws(StateError) {
        guard !bytes.isEmpty else { throw .damaged(path: path, reason: "it is empty") }
        guard !bytes.contains(0) else { throw .damaged(path: path, reason: "it holds NUL bytes") }
        let json: JSONValue
        do {
            json = try JSONParser.parse(bytes)
        } catch {
            throw .damaged(path: path, reason: "\(error.words(of: "it")) at byte \(error.offset) of \(bytes.count)")
        }
        guard case .object(var fields) = json else { throw .damaged(path: path, reason: "it is not a JSON object") }
        // The version comes before the shape: a newer version may well have another shape.
        guard let version = fields.removeValue(forKey: "version")?.double else {
            throw .damaged(path: path, reason: "it has no \"version\"")
        }
        guard version <= Double(Self.version) else { throw .newer(path: path, version: Int(exactly: version.rounded(.up)) ?? .max) }
        guard version == Double(Self.version) else { throw .damaged(path: path, reason: "its \"version\" was never written by faderd") }
        guard case .object(let parameters)? = fields.removeValue(forKey: "parameters") else {
            throw .damaged(path: path, reason: "it has no \"parameters\"")
        }
        let snapshots = fields.removeValue(forKey: "snapshots") ?? .object([:])
        let history = fields.removeValue(forKey: "history") ?? .array([])
        self.init(parameters: parameters, snapshots: snapshots, history: history, others: fields)
    }

    /// The ids whose entries hold no value that can be read.
    var idsWithoutValue: [String] { sortedIDs.filter { entries[$0]?.json.entryValue == nil } }

    /// Every value that can be read, by parameter id.
    var values: [String: Value] { entries.compactMapValues { $0.json.entryValue } }

    /// The entry of a parameter, as it was read or made.
    func entry(_ id: String) -> JSONValue? { entries[id]?.json }

    /// Takes up what has changed since the last save. True if that made a difference.
    mutating func take(_ changes: Changes) -> Bool {
        var isNew = false
        for (id, value) in changes.values where set(id, to: value) { isNew = true }
        if let history = changes.history, historyText.update(history) { isNew = true }
        if let snapshots = changes.snapshots {
            self.snapshots = snapshots
            let text = snapshots.text
            if ExactText(text) != ExactText(snapshotText) { isNew = true }
            snapshotText = text
        }
        return isNew
    }

    /// Sets the value of a parameter; other fields of its entry stay. True if that changed anything.
    mutating func set(_ id: String, to value: Value) -> Bool {
        var fields: [String: JSONValue] = [:]
        if let old = entries[id] {
            if case .object(let known) = old.json { fields = known }
        } else {
            sortedIDs.insert(id, at: place(of: id))
        }
        let new = JSONValue(value)
        guard fields["value"] != new else { return false }
        fields["value"] = new
        let json = JSONValue.object(fields)
        entries[id] = Entry(json: json, line: Self.line(id, json))
        return true
    }

    /// Where a new id belongs among the sorted ones.
    private func place(of id: String) -> Int {
        var low = 0
        var high = sortedIDs.count
        while low < high {
            let middle = (low + high) / 2
            if sortedIDs[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The whole file: `version` first, then sorted keys, one parameter, snapshot and entry of the history a line.
    mutating func render() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        bytes += "{\n  \"version\": \(Self.version),\n  \"parameters\": {".utf8
        var separator = "\n"
        for id in sortedIDs {
            guard let entry = entries[id] else { preconditionFailure("the sorted ids of the state are those of its entries") }
            bytes += separator.utf8
            bytes += entry.line.utf8
            separator = ",\n"
        }
        bytes += (sortedIDs.isEmpty ? "}" : "\n  }").utf8
        bytes += ",\n  \"snapshots\": ".utf8
        bytes += snapshotText.utf8
        if let text = historyText.text {
            bytes += ",\n  \"history\": ".utf8
            bytes += text.utf8
        }
        bytes += tail.utf8
        bytes += "\n}\n".utf8
        size = bytes.count + 256
        return bytes
    }

    private static func line(_ id: String, _ json: JSONValue) -> String {
        var line = "    "
        JSONValue.appendQuoted(id, to: &line)
        line += ": "
        json.append(to: &line)
        return line
    }
}
