/// What the state file says: one entry a parameter, the snapshots, and anything else that stood in it.
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
    private var tail: String
    private var size = 0

    /// The snapshots, as they were read.
    let snapshots: JSONValue

    /// A state with nothing in it, for a fresh start.
    init() {
        self.init(parameters: [:], snapshots: .object([:]), others: [:])
    }

    private init(parameters: [String: JSONValue], snapshots: JSONValue, others: [String: JSONValue]) {
        self.snapshots = snapshots
        tail = "  \"snapshots\": " + Self.lines(of: snapshots)
        for (key, value) in others.sorted(by: { $0.key < $1.key }) {
            tail += ",\n  "
            JSONValue.appendQuoted(key, to: &tail)
            tail += ": " + value.text
        }
        tail += "\n}\n"
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
            throw .damaged(path: path, reason: "it is not JSON at byte \(error.offset) of \(bytes.count)")
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
        self.init(parameters: parameters, snapshots: fields.removeValue(forKey: "snapshots") ?? .object([:]), others: fields)
    }

    /// The ids whose entries hold no number.
    var idsWithoutNumber: [String] { sortedIDs.filter { number(of: $0) == nil } }

    /// Every value that is a number, by parameter id.
    var numbers: [String: Double] {
        var numbers: [String: Double] = [:]
        numbers.reserveCapacity(entries.count)
        for id in sortedIDs { numbers[id] = number(of: id) }
        return numbers
    }

    /// The entry of a parameter, as it was read or made.
    func entry(_ id: String) -> JSONValue? { entries[id]?.json }

    private func number(of id: String) -> Double? {
        if case .object(let fields)? = entries[id]?.json { fields["value"]?.double } else { nil }
    }

    /// Sets the value of a parameter; other fields of its entry stay. True if that changed anything.
    mutating func set(_ id: String, to value: Double) -> Bool {
        var fields: [String: JSONValue] = [:]
        if let old = entries[id] {
            if case .object(let known) = old.json { fields = known }
        } else {
            sortedIDs.insert(id, at: place(of: id))
        }
        guard fields["value"] != .number(value) else { return false }
        fields["value"] = .number(value)
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

    /// The whole file: `version` first, then sorted keys, one parameter a line.
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
        bytes += (sortedIDs.isEmpty ? "},\n" : "\n  },\n").utf8
        bytes += tail.utf8
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

    private static func lines(of json: JSONValue) -> String {
        guard case .object(let fields) = json, !fields.isEmpty else { return json.text }
        return "{\n" + fields.keys.sorted().map { line($0, fields[$0] ?? .null) }.joined(separator: ",\n") + "\n  }"
    }
}
