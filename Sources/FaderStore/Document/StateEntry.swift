internal import FaderJSON

/// A parameter's entry, with its finished line: `    "master": { "unit": "dB", "value": -6.0 }`.
struct StateEntry: Sendable {
    let id: String
    /// Tells when the value was left behind or imported, as a count; 0 if the parameter is configured. See `KeptValues`.
    private(set) var age: UInt64
    private var value: JSONValue?
    private var unit = ""
    /// The fields that this version does not know.
    private var others: [String: JSONValue] = [:]
    /// The entry itself if it is no object, or its unit cannot be read.
    private var foreign: JSONValue?
    private(set) var line = ""

    init(_ id: String, _ kept: KeptValue, age: UInt64) {
        self.id = id
        value = JSONValue(kept.value)
        unit = kept.unit
        self.age = age
        line = makeLine()
    }

    init(_ id: String, _ json: JSONValue) {
        self.id = id
        age = 0
        if case .object(var fields) = json, fields["unit"]?.isUnit ?? true {
            value = fields.removeValue(forKey: "value")
            if case .text(let text)? = fields.removeValue(forKey: "unit") { unit = text }
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

    var readable: KeptValue? { value?.value.map { KeptValue($0, unit: unit) } }

    /// Whether a value has the unit of this entry. If not, the entry stays: nobody chose the value in the other unit.
    func isOf(_ other: KeptValue?) -> Bool { unit.isEmpty || other.map { $0.unit == unit } ?? true }

    /// This entry with the unknown fields of the old one; nil if nothing changes.
    func replacing(_ old: StateEntry) -> StateEntry? {
        guard value != old.value || unit != old.unit || age != old.age || old.foreign != nil else { return nil }
        guard !old.others.isEmpty else { return self }
        var entry = self
        entry.others = old.others
        entry.line = entry.makeLine()
        return entry
    }

    func with(age: UInt64) -> StateEntry {
        guard foreign == nil else { return self }
        var entry = self
        entry.age = age
        entry.line = entry.makeLine()
        return entry
    }

    /// Nil if its value is not a number without a unit.
    func with(unit: String) -> StateEntry? {
        guard foreign == nil, readable?.lacksUnit ?? false else { return nil }
        var entry = self
        entry.unit = unit
        entry.line = entry.makeLine()
        return entry
    }

    private func makeLine() -> String {
        var line = "    "
        JSONValue.appendQuoted(id, to: &line)
        line += ": "
        json.append(to: &line)
        return line
    }

    private var json: JSONValue {
        if let foreign { return foreign }
        var fields = others
        fields["value"] = value
        if !unit.isEmpty { fields["unit"] = .text(unit) }
        if age > 0 { fields["kept"] = .number(spelling: "\(age)") }
        return .object(fields)
    }
}

extension JSONValue {
    fileprivate var isUnit: Bool { if case .text(let unit) = self { !unit.isEmpty } else { false } }
}
