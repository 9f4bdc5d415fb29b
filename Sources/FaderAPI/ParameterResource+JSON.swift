internal import FaderJSON
internal import FaderModel

extension ParameterResource {
    /// Encodes to the same bytes as `WireJSON`, in a third of the time. This matters because most requests read or change a parameter.
    package func encode() throws(WireError) -> [UInt8] {
        do {
            return try json()
        } catch {
            throw WireError("\(error)")
        }
    }

    /// The keys are in byte order, as in `CodingKeys`.
    private func json() throws -> [UInt8] {
        var object = JSONObjectWriter()
        object.add("clamped", clamped)
        object.add("decimals", decimals)
        if let declaredBy { try object.add("declaredBy", encoding: declaredBy) }
        try object.add("default", defaultValue)
        object.add("editText", editText)
        try object.add("gap", gap)
        object.add("id", id)
        object.add("kind", kind)
        object.add("label", label)
        try object.add("max", max)
        object.add("maxLength", maxLength)
        object.add("meet", meet)
        try object.add("min", min)
        object.add("notice", notice)
        if let options { try object.add("options", encoding: options) }
        object.add("origin", origin)
        object.add("ownedBy", ownedBy?.rawValue)
        object.add("owner", owner)
        object.add("partOf", partOf)
        if let parts { try object.add("parts", encoding: parts) }
        object.add("pattern", pattern)
        try object.add("position", position)
        object.add("recallSafe", recallSafe)
        object.add("revision", revision)
        object.add("short", short)
        try object.add("step", step)
        try object.add("taper", taper)
        object.add("text", text)
        if let touchedBy { try object.add("touchedBy", encoding: touchedBy) }
        object.add("unit", unit)
        try object.add("value", value)
        if let words { try object.add("words", encoding: words) }
        return object.finish()
    }
}

extension JSONObjectWriter {
    fileprivate mutating func add(_ key: StaticString, _ value: Value?) throws {
        switch value {
        case .number(let number) where number.isFinite: try add(key, number)
        case .flag(let flag): add(key, flag)
        case .word(let word): add(key, word)
        case .number, .pair: try add(key, encoding: value)
        case nil: break
        }
    }

    fileprivate mutating func add(_ key: StaticString, _ taper: Taper?) throws {
        switch taper {
        case .linear: add(key, "linear")
        case .log: add(key, "log")
        case .audio: add(key, "audio")
        case .points: try add(key, encoding: taper)
        case nil: break
        }
    }
}
