/// The snapshots by name, also those that this version can't read: they stay in the file. A plain value; a copy costs nothing.
struct SnapshotShelf: Sendable {
    /// The most snapshots kept.
    static let countLimit = 256
    /// The most bytes of all snapshots in the file: about 150,000 values.
    static let byteLimit = 8 << 20

    /// One snapshot.
    struct Entry: Sendable {
        /// Its JSON, which is what the file gets.
        let text: String
        /// nil where this version can't read it.
        let snapshot: Snapshot?

        init(_ snapshot: Snapshot, others: [String: JSONValue]) {
            text = snapshot.json(others: others).text
            self.snapshot = snapshot
        }

        init(_ json: JSONValue) {
            text = json.text
            snapshot = Snapshot(json)
        }

        /// The fields that this version does not know.
        var others: [String: JSONValue] {
            // The text was rendered, or parsed, by this program.
            guard case .object(var fields)? = try? JSONParser.parse(Array(text.utf8)) else { return [:] }
            fields["parameters"] = nil
            fields["saved"] = nil
            return fields
        }
    }

    private var entries: [String: Entry] = [:]
    private var byteCount = 0
    /// What stood in place of the snapshots, if that was no object. It goes with the first snapshot.
    private var foreign: JSONValue?

    /// No snapshots.
    init() {}

    /// The snapshots as they are in the file, however many.
    init(_ json: JSONValue) {
        guard case .object(let fields) = json else {
            foreign = json
            return
        }
        for (name, json) in fields { put(Entry(json), name) }
    }

    /// Those that can be read.
    var snapshots: [String: Snapshot] { entries.compactMapValues(\.snapshot) }

    /// The names of those that can't, sorted.
    var unreadable: [String] { entries.filter { $0.value.snapshot == nil }.keys.sorted() }

    /// A snapshot, readable or not.
    subscript(name: String) -> Entry? { entries[name] }

    private mutating func put(_ entry: Entry?, _ name: String) {
        if let old = entries[name] { byteCount -= name.utf8.count + old.text.utf8.count }
        if let entry { byteCount += name.utf8.count + entry.text.utf8.count }
        entries[name] = entry
        foreign = nil
    }

    /// Takes a snapshot out.
    mutating func remove(_ name: String) throws(StateError) {
        guard entries[name] != nil else { throw .noSnapshot(name) }
        put(nil, name)
    }

    /// Puts snapshots in, in place of those of the same names: all of them, or none if they have no room.
    mutating func set(_ new: [String: Entry]) throws(StateError) {
        let before = self
        for (name, entry) in new.sorted(by: { $0.key < $1.key }) {
            put(entry, name)
            guard let reason = lack(before) else { continue }
            self = before
            throw .noRoom(name, reason: reason)
        }
    }

    /// Why there is no room; what was too much already, as a file may be, must only not grow.
    private func lack(_ before: SnapshotShelf) -> String? {
        if entries.count > max(Self.countLimit, before.entries.count) { return "there is room for \(Self.countLimit)" }
        if byteCount > max(Self.byteLimit, before.byteCount) { return "all together may have \(Self.byteLimit >> 20) MiB" }
        return nil
    }

    /// These, with others over those of the same names; however many, for none may be lost.
    func merging(_ others: SnapshotShelf) -> SnapshotShelf {
        var all = self
        for (name, entry) in others.entries { all.put(entry, name) }
        return all
    }

    /// Gives a snapshot another name. All its fields stay.
    mutating func rename(_ name: String, to other: String) throws(StateError) {
        guard let entry = entries[name] else { throw .noSnapshot(name) }
        guard name != other else { return }
        guard entries[other] == nil else { throw .snapshotExists(other) }
        put(nil, name)
        put(entry, other)
    }

    /// The JSON of all, one a line, sorted by name.
    var text: String {
        if let foreign { return foreign.text }
        guard !entries.isEmpty else { return "{}" }
        var text = "{"
        text.reserveCapacity(byteCount + entries.count * 12)
        var separator = "\n    "
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += separator
            JSONValue.appendQuoted(name, to: &text)
            text += ": "
            text += entry.text
            separator = ",\n    "
        }
        return text + "\n  }"
    }
}
