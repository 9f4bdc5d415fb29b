internal import FaderJSON
internal import FaderValues

/// The values of many parameters at one time, to be recalled later.
public struct Snapshot: Sendable, Equatable {
    /// When it was saved; seconds since 1970, in whole milliseconds.
    public var saved: Double
    /// The values by parameter id, including those of parameters that are no longer configured.
    public var values: [String: KeptValue]
    /// How many seconds a recall fades, unless it says otherwise; nil: it does not.
    public var over: Double?

    /// A snapshot from its parts; `saved` is rounded to milliseconds.
    public init(saved: Double, values: [String: KeptValue], over: Double? = nil) {
        self.saved = WallTime.rounded(saved)
        self.values = values
        self.over = over
    }
}

/// `{ "over": 2.0, "parameters": { "master": { "unit": "dB", "value": -6.0 } }, "saved": "2026-02-03T04:05:06.789Z" }`, in the state file
/// and in an export; `over` only where there is a fade.
extension Snapshot {
    /// Reads a snapshot from the state file, without the values that can't be read.
    init?(_ json: JSONValue) {
        guard case .object(let fields) = json, case .object(let entries)? = fields["parameters"],
            case .text(let text)? = fields["saved"], let saved = WallTime.seconds(text)
        else { return nil }
        let over = fields["over"]?.double.flatMap { Fade.isLength($0) ? $0 : nil }
        self.init(saved: saved, values: entries.compactMapValues(\.entryValue), over: over)
    }

    /// `others`: the fields that this version does not know.
    func json(others: [String: JSONValue] = [:]) -> JSONValue {
        var fields = others
        if let over { fields["over"] = .number(over) }
        fields["parameters"] = .object(values.mapValues { .object($0.fields) })
        fields["saved"] = .text(WallTime.text(saved))
        return .object(fields)
    }
}

extension JSONValue {
    fileprivate var entryValue: KeptValue? {
        if case .object(let fields) = self { KeptValue(fields) } else { nil }
    }
}
