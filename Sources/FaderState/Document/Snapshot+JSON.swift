internal import FaderJSON
internal import FaderModel

/// A snapshot in the state file and in an export: `{ "parameters": { "master": { "value": -6.0 } }, "saved": "2026-02-03T04:05:06.789Z" }`.
extension Snapshot {
    /// Reads a snapshot from the state file, without the values that can't be read. nil if it is not a snapshot.
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .object(let entries)? = fields["parameters"],
            case .text(let text)? = fields["saved"], let saved = WallTime.seconds(text)
        else { return nil }
        self.init(saved: saved, values: entries.compactMapValues(\.entryValue))
    }

    /// The snapshot as JSON, with `others` for the fields that this version does not know.
    func json(others: [String: JSONValue] = [:]) -> JSONValue {
        var fields = others
        fields["parameters"] = .object(values.mapValues { .object(["value": JSONValue($0)]) })
        fields["saved"] = .text(WallTime.text(saved))
        return .object(fields)
    }
}

extension JSONValue {
    /// The value of a parameter's entry, `{ "value": … }`; nil if it has none that can be read.
    var entryValue: Value? {
        if case .object(let fields) = self { fields["value"]?.value } else { nil }
    }
}
