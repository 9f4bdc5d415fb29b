internal import FaderModel

/// Any JSON, so that fields this version does not know survive a load and a save unchanged: numbers keep their digits, which no decoder
/// into `Double` or `Int` could guarantee.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    /// A number as it is spelled. Made by the parser, or from a finite `Double`.
    case number(spelling: String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// A number with the shortest digits that read back as the same bits.
    static func number(_ value: Double) -> JSONValue {
        precondition(value.isFinite, "JSON has no word for NaN and infinity")
        return .number(spelling: value.description)
    }

    /// This as a number; nil if it is not a number or is too large for a double.
    var double: Double? {
        guard case .number(let spelling) = self, let value = Double(spelling), value.isFinite else { return nil }
        return value
    }
}

extension JSONValue: Equatable {
    /// Whether both are the same, strings by their bytes.
    static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}
