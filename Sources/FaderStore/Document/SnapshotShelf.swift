internal import FaderJSON
internal import FaderValues

/// The snapshots in their order, including those that this version can't read, which stay in the file. A copy costs nothing.
struct SnapshotShelf: Sendable {
    static let countLimit = 256
    /// The most bytes of all snapshots in the file: about 150,000 values.
    static let byteLimit = 8 << 20

    struct Entry: Sendable {
        let text: String
        /// Nil if this version can't read it.
        let snapshot: Snapshot?

        init(_ snapshot: Snapshot, others: [String: JSONValue]) {
            text = snapshot.json(others: others).rendered
            self.snapshot = snapshot
        }

        init(_ json: JSONValue) {
            text = json.rendered
            snapshot = Snapshot(json)
        }

        /// The fields that this version does not know.
        var others: [String: JSONValue] {
            // This program rendered or parsed it.
            guard case .object(var fields)? = try? JSONValue.read(Array(text.utf8)) else { return [:] }
            for key in ["over", "parameters", "saved"] { fields[key] = nil }
            return fields
        }
    }

    private var entries: [String: Entry] = [:]
    /// The names in the order in which people want them. A new one comes last.
    private var order: [String] = []
    private var byteCount = 0
    /// Rises with every change, so that a caller can tell whether a copy is up to date.
    private(set) var revision: UInt64 = 0
    /// What the file had in place of an object of snapshots. Dropped when the first is stored.
    private var foreign: JSONValue?

    init() {}

    /// Snapshots that the order lacks come last, by name; so do all without an order, as in files of earlier versions.
    init(_ json: JSONValue, order: JSONValue? = nil) {
        guard case .object(let fields) = json else {
            foreign = json
            return
        }
        for (name, json) in fields.sorted(by: { $0.key < $1.key }) { put(Entry(json), name) }
        guard case .list(let names)? = order else { return }
        var (wanted, listed) = ([String](), Set<String>())
        for case .text(let name) in names where entries[name] != nil && listed.insert(name).inserted { wanted.append(name) }
        self.order = wanted + self.order.filter { !listed.contains($0) }
    }

    var snapshots: [String: Snapshot] { entries.compactMapValues(\.snapshot) }

    /// The names of the snapshots that can be read, in their order.
    var names: [String] { order.filter { entries[$0]?.snapshot != nil } }

    var unreadable: [String] { entries.filter { $0.value.snapshot == nil }.keys.sorted() }

    subscript(name: String) -> Entry? { twin(of: name).map(ExactText.init) == ExactText(name) ? entries[name] : nil }

    /// Itself, or the one name that differs only in how accents are composed.
    private func twin(of name: String) -> String? { entries.index(forKey: name).map { entries[$0].key } }

    /// Refuses a name that looks like another one, because nobody could tell them apart.
    private func refuseTwin(of name: String) throws(StateError) {
        guard let twin = twin(of: name), ExactText(twin) != ExactText(name) else { return }
        throw .invalidName(
            name, reason: "looks like the snapshot \"\(twin)\" but is encoded differently (accents); use that name or another one")
    }

    private mutating func put(_ entry: Entry?, _ name: String) {
        if let old = entries[name] { byteCount -= name.utf8.count + old.text.utf8.count }
        if let entry { byteCount += name.utf8.count + entry.text.utf8.count }
        if entry == nil { order.removeAll { $0 == name } } else if entries[name] == nil { order.append(name) }
        entries[name] = entry
        foreign = nil
        revision += 1
    }

    /// Gives numbers without a unit that of their parameters. True if there were any.
    mutating func adopt(units: [String: String]) -> Bool {
        var isAny = false
        for (name, entry) in entries {
            guard let values = entry.snapshot?.values else { continue }
            let lacking = values.filter { $1.lacksUnit }.compactMap { id, _ in units[id].map { (id, $0) } }
            guard !lacking.isEmpty, case .object(var fields)? = try? JSONValue.read(Array(entry.text.utf8)),
                case .object(var parameters)? = fields["parameters"]
            else { continue }
            for (id, unit) in lacking {
                guard case .object(var value)? = parameters[id] else { continue }
                value["unit"] = .text(unit)
                parameters[id] = .object(value)
            }
            fields["parameters"] = .object(parameters)
            put(Entry(.object(fields)), name)
            isAny = true
        }
        return isAny
    }

    mutating func remove(_ name: String) throws(StateError) {
        guard self[name] != nil else { throw .noSnapshot(name) }
        put(nil, name)
    }

    /// Stores snapshots over those of the same names: all, or none if there is no room. New ones come last, by name.
    ///
    /// - Parameter wanted: an order for them, for which they swap places with one another.
    mutating func set(_ new: [String: Entry], order wanted: [String]? = nil) throws(StateError) {
        let before = self
        for name in new.keys.sorted() { try refuseTwin(of: name) }
        for name in new.keys.sorted() {
            guard let entry = new[name] else { continue }
            put(entry, name)
            guard let reason = lack(before) else { continue }
            self = before
            throw .noRoom(name, reason: reason)
        }
        var names = Set<String>()
        let inOrder = wanted?.filter { new[$0] != nil && names.insert($0).inserted } ?? []
        for (place, name) in zip(order.indices.filter { names.contains(order[$0]) }, inOrder) { order[place] = name }
    }

    mutating func replace(by other: SnapshotShelf) {
        let revision = revision
        self = other
        self.revision = revision + 1
    }

    /// Moves a snapshot before another one; nil: to the end.
    mutating func move(_ name: String, before other: String?) throws(StateError) {
        for name in [name] + (other.map { [$0] } ?? []) where self[name]?.snapshot == nil { throw .noSnapshot(name) }
        guard name != other else { return }
        order.removeAll { $0 == name }
        order.insert(name, at: other.flatMap { order.firstIndex(of: $0) } ?? order.endIndex)
        revision += 1
    }

    /// Nil if there is room. A shelf from a file may be over a limit, but must not grow then.
    private func lack(_ before: SnapshotShelf) -> String? {
        if entries.count > max(Self.countLimit, before.entries.count) { return "there is room for \(Self.countLimit)" }
        if byteCount > max(Self.byteLimit, before.byteCount) { return "all together may have \(Self.byteLimit >> 20) MiB" }
        return nil
    }

    /// Gives a snapshot another name. All its fields stay.
    mutating func rename(_ name: String, to other: String) throws(StateError) {
        guard let entry = self[name] else { throw .noSnapshot(name) }
        guard ExactText(name) != ExactText(other) else { return }
        // A name that looks like the old one may replace it.
        if name != other {
            guard self[other] == nil else { throw .snapshotExists(other) }
            try refuseTwin(of: other)
        }
        let place = order.firstIndex(of: name) ?? order.endIndex
        put(nil, name)
        put(entry, other)
        order.removeLast()
        order.insert(other, at: place)
    }

    /// Nil if sorted by name, as a file without an order is.
    var orderText: String? { order == order.sorted() ? nil : JSONValue.list(order.map { .text($0) }).rendered }

    /// The JSON of all snapshots, one per line, sorted by name.
    var text: String {
        if let foreign { return foreign.rendered }
        var text = ""
        text.reserveCapacity(byteCount + entries.count * 12)
        JSONValue.appendLines(entries, to: &text) { $1 += $0.text }
        return text
    }
}
