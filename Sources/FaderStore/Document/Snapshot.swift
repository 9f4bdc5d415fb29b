internal import FaderJSON
internal import FaderValues

/// The values of many parameters at one time, to be recalled later.
public struct Snapshot: Sendable, Equatable {
    /// When it was saved; seconds since 1970, in whole milliseconds.
    public var saved: Double
    /// The values by parameter id, including those of parameters that are no longer configured.
    public var values: [String: KeptValue]
    /// How many seconds a recall takes to fade to it, unless the recall says otherwise; nil: its values are set at once.
    public var over: Double?

    /// A snapshot from its parts; `saved` is rounded to milliseconds.
    public init(saved: Double, values: [String: KeptValue], over: Double? = nil) {
        self.saved = WallTime.rounded(saved)
        self.values = values
        self.over = over
    }
}

/// A snapshot in the state file and in an export: `{ "over": 2.0, "parameters": { "master": { "unit": "dB", "value": -6.0 } }, "saved":
/// "2026-02-03T04:05:06.789Z" }`; without `over` where it has no fade.
extension Snapshot {
    /// Reads a snapshot from the state file, without the values that can't be read. nil if it is not a snapshot.
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .object(let entries)? = fields["parameters"],
            case .text(let text)? = fields["saved"], let saved = WallTime.seconds(text)
        else { return nil }
        let over = fields["over"]?.double.flatMap { Fade.isLength($0) ? $0 : nil }
        self.init(saved: saved, values: entries.compactMapValues(\.entryValue), over: over)
    }

    /// The snapshot as JSON, with `others` for the fields that this version does not know.
    func json(others: [String: JSONValue] = [:]) -> JSONValue {
        var fields = others
        if let over { fields["over"] = .number(over) }
        fields["parameters"] = .object(values.mapValues { .object($0.fields) })
        fields["saved"] = .text(WallTime.text(saved))
        return .object(fields)
    }
}

extension JSONValue {
    /// The value of a parameter's entry, `{ "unit": …, "value": … }`; nil if it has none that can be read.
    fileprivate var entryValue: KeptValue? {
        if case .object(let fields) = self { KeptValue(fields) } else { nil }
    }
}
