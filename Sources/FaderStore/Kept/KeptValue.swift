package import FaderJSON
public import FaderValues

/// A value with its unit: in another unit the same number means something else.
public struct KeptValue: Sendable, Hashable {
    public var value: Value
    /// `ParameterSpec.keptUnit`. Empty if there was none, or if an earlier version saved the value, which then counts in the present unit.
    public var unit: String

    public init(_ value: Value, unit: String = "") {
        self.value = value
        self.unit = unit
    }

    public func isOf(unit: String) -> Bool { self.unit.isEmpty || self.unit == unit }

    /// It has no unit, but is a number that can have one.
    var lacksUnit: Bool {
        guard unit.isEmpty else { return false }
        return switch value {
        case .number, .pair, .word("-inf"): true
        case .flag, .word, .nothing: false
        }
    }
}

/// In the state file and in an export: `{ "unit": "dB", "value": -6.0 }`, or without a unit `{ "value": -6.0 }`.
extension KeptValue {
    /// Nil if there is no value, or a unit that cannot be read.
    package init?(_ fields: [String: JSONValue]) {
        guard let value = fields["value"]?.value else { return nil }
        guard let json = fields["unit"] else {
            self.init(value)
            return
        }
        guard case .text(let unit) = json, !unit.isEmpty else { return nil }
        self.init(value, unit: unit)
    }

    package var fields: [String: JSONValue] {
        unit.isEmpty ? ["value": JSONValue(value)] : ["unit": .text(unit), "value": JSONValue(value)]
    }
}
