internal import FaderJSON
internal import FaderValues

/// The contents of the state file, with anything else that was in it. Owned by one thread at a time.
///
/// Each entry keeps its finished line, so that a save only joins lines.
struct StateDocument: Sendable {
    private var entries: [String: StateEntry] = [:]
    private var sortedIDs: [String] = []
    private var snapshotText: String
    private var orderText: String?
    private var historyText = HistoryText()
    /// Fields that this version does not know, for the end of the file.
    private var tail = ""

    private(set) var snapshots: SnapshotShelf
    private(set) var remembered: Remembered
    let history: History
    /// Entries of the history that could not be read and are gone.
    let droppedEntries: Int

    init() {
        self.init(parameters: [:], snapshots: SnapshotShelf(), history: .list([]), remembered: Remembered(), others: [:])
    }

    private init(
        parameters: [String: JSONValue], snapshots: SnapshotShelf, history: JSONValue, remembered: Remembered, others: [String: JSONValue]
    ) {
        self.remembered = remembered
        self.snapshots = snapshots
        (snapshotText, orderText) = (snapshots.text, snapshots.orderText)
        (self.history, droppedEntries) = HistoryText.read(history)
        _ = historyText.update(self.history)
        for (key, value) in others.sorted(by: { $0.key < $1.key }) {
            tail += ",\n  "
            JSONValue.appendQuoted(key, to: &tail)
            tail += ": " + value.rendered
        }
        entries.reserveCapacity(parameters.count)
        for (id, json) in parameters { entries[id] = StateEntry(id, json) }
        sortedIDs = parameters.keys.sorted()
    }

    /// Throws `.damaged` if the file is not a state, and `.newer` for one of a newer version.
    init(parsing bytes: [UInt8], path: String) throws(StateError) {
        guard !bytes.isEmpty else { throw .damaged(path: path, reason: "it is empty") }
        guard !bytes.contains(0) else { throw .damaged(path: path, reason: "it contains NUL bytes") }
        let json: JSONValue
        do {
            json = try JSONValue.read(bytes)
        } catch {
            throw .damaged(path: path, reason: "\(error.words(of: "it")) at byte \(error.offset) of \(bytes.count)")
        }
        guard case .object(var fields) = json else { throw .damaged(path: path, reason: "it is not a JSON object") }
        // The version first: a newer one may have another shape.
        guard let field = fields.removeValue(forKey: "version") else { throw .damaged(path: path, reason: "it has no \"version\"") }
        guard let version = field.double else { throw .damaged(path: path, reason: "its \"version\" is not a number") }
        guard version <= Double(StateFormat.version) else { throw .newer(path: path, version: Int(exactly: version.rounded(.up)) ?? .max) }
        guard version == Double(StateFormat.version) else {
            throw .damaged(path: path, reason: "faderd never used this \"version\"")
        }
        guard case .object(let parameters)? = fields.removeValue(forKey: "parameters") else {
            throw .damaged(path: path, reason: "it has no \"parameters\"")
        }
        let order = fields.removeValue(forKey: "snapshot-order")
        let snapshots = SnapshotShelf(fields.removeValue(forKey: "snapshots") ?? .object([:]), order: order)
        let history = fields.removeValue(forKey: "history") ?? .list([])
        let remembered = Remembered(takenFrom: &fields)
        self.init(parameters: parameters, snapshots: snapshots, history: history, remembered: remembered, others: fields)
        byteCount = bytes.count
    }

    /// The ids whose entries have no value that can be read.
    var idsWithoutValue: [String] { sortedIDs.filter { entries[$0]?.readable == nil } }

    var values: [String: KeptValue] { entries.compactMapValues(\.readable) }

    /// When each value of a parameter that is not configured was left behind; see `KeptValues`.
    var ages: [String: UInt64] { entries.compactMapValues { $0.age == 0 ? nil : $0.age } }

    /// How many bytes the file had when it was last read or rendered; 0 for a fresh start.
    private(set) var byteCount = 0

    /// Applies the changes since the last save. True if they made a difference.
    mutating func take(_ changes: UnsavedChanges) -> Bool {
        var isNew = false
        for part in changes.earlier where take(part) { isNew = true }
        if take(.values(changes.values)) { isNew = true }
        if let history = changes.history, historyText.update(history) { isNew = true }
        if let snapshots = changes.snapshots {
            self.snapshots = snapshots
            let (text, order) = (snapshots.text, snapshots.orderText)
            if ExactText(text) != ExactText(snapshotText) || order.map(ExactText.init) != orderText.map(ExactText.init) { isNew = true }
            (snapshotText, orderText) = (text, order)
        }
        if let remembered = changes.remembered, remembered != self.remembered { (self.remembered, isNew) = (remembered, true) }
        return isNew
    }

    private mutating func take(_ part: UnsavedChanges.Part) -> Bool {
        switch part {
        case .values(let values):
            return put(values.lazy.map { StateEntry($0, $1, age: 0) })
        case .corrected(let values, let compounds):
            let chosen = Set(compounds.filter { $0.contains { id in entries[id]?.isOf(values[id]) ?? false } }.joined())
            let corrected = values.filter { id, value in entries[id].map { $0.isOf(value) } ?? chosen.contains(id) }
            return put(corrected.lazy.map { StateEntry($0, $1, age: 0) })
        case .kept(let batch):
            return put(batch.entries)
        case .ages(let ages):
            return put(ages.lazy.compactMap { [entries] id, age in entries[id].map { $0.with(age: age) } })
        case .units(let units):
            return put(units.lazy.compactMap { [entries] id, unit in entries[id]?.with(unit: unit) })
        case .forgotten(let ids):
            return remove(ids)
        }
    }

    /// Fields that this version does not know stay. True if anything changed.
    private mutating func put(_ new: some Sequence<StateEntry>) -> Bool {
        var isNew = false
        var added: [String] = []
        for entry in new {
            let old = entries[entry.id]
            guard let entry = old.map({ entry.replacing($0) }) ?? entry else { continue }
            if old == nil { added.append(entry.id) }
            entries[entry.id] = entry
            isNew = true
        }
        // Two sorted runs are merged in one pass.
        if !added.isEmpty { sortedIDs = (sortedIDs + added.sorted()).sorted() }
        return isNew
    }

    private mutating func remove(_ ids: [String]) -> Bool {
        let gone = Set(ids.filter { entries.removeValue(forKey: $0) != nil })
        if !gone.isEmpty { sortedIDs.removeAll { gone.contains($0) } }
        return !gone.isEmpty
    }

    /// `version` first, then sorted keys; one line for each parameter, snapshot and entry of the history.
    mutating func render() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + 256)
        bytes += "{\n  \"version\": \(StateFormat.version),\n  \"parameters\": {".utf8
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
        if let orderText { bytes += ",\n  \"snapshot-order\": \(orderText)".utf8 }
        historyText.append(to: &bytes)
        for part in remembered.parts { bytes += ",\n  \"\(part.key)\": \(part.value.rendered)".utf8 }
        bytes += tail.utf8
        bytes += "\n}\n".utf8
        byteCount = bytes.count
        return bytes
    }
}
