internal import FaderJSON
internal import FaderModel

/// The entry of one parameter in the state file, with its finished line: `    "master": { "value": -6.0 }`.
struct StateEntry: Sendable {
    let id: String
    /// When the value was left behind by its configuration, or imported for a parameter that was not configured: a number that only ever
    /// grows; see `KeptValues`. 0 if the parameter is configured.
    private(set) var age: UInt64
    private var value: JSONValue?
    /// The fields that this version does not know.
    private var others: [String: JSONValue] = [:]
    /// The entry itself if it is not an object.
    private var foreign: JSONValue?
    private(set) var line = ""

    /// An entry with a value and no other fields.
    init(_ id: String, _ value: Value, age: UInt64) {
        self.id = id
        self.value = JSONValue(value)
        self.age = age
        line = makeLine()
    }

    /// An entry as it was read.
    init(_ id: String, _ json: JSONValue) {
        self.id = id
        age = 0
        if case .object(var fields) = json {
            value = fields.removeValue(forKey: "value")
            if case .number(let spelling)? = fields["kept"], let number = UInt64(spelling) {
                age = number
                fields["kept"] = nil
            }
            if !fields.isEmpty { others = fields }
        } else {
            foreign = json
        }
        line = makeLine()
    }

    /// The value, if it can be read.
    var readable: Value? { value?.value }

    /// This entry with the unknown fields of the old one; nil if nothing changes.
    func replacing(_ old: StateEntry) -> StateEntry? {
        guard value != old.value || age != old.age || old.foreign != nil else { return nil }
        guard !old.others.isEmpty else { return self }
        var entry = self
        entry.others = old.others
        entry.line = entry.makeLine()
        return entry
    }

    /// The same entry with another age.
    func with(age: UInt64) -> StateEntry {
        guard foreign == nil else { return self }
        var entry = self
        entry.age = age
        entry.line = entry.makeLine()
        return entry
    }

    private func makeLine() -> String {
        var line = "    "
        JSONValue.appendQuoted(id, to: &line)
        line += ": "
        if foreign == nil, others.isEmpty, let value {
            line += age == 0 ? "{ " : "{ \"kept\": \(age), "
            line += "\"value\": "
            value.append(to: &line)
            line += " }"
        } else {
            json.append(to: &line)
        }
        return line
    }

    private var json: JSONValue {
        if let foreign { return foreign }
        var fields = others
        fields["value"] = value
        if age > 0 { fields["kept"] = .number(spelling: "\(age)") }
        return .object(fields)
    }
}
