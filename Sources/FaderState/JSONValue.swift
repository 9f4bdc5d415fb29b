internal import FaderCore

/// Any JSON, so that what this version does not know survives a load and a save untouched: numbers keep the digits they were
/// written with, which no decoder into `Double` or `Int` could promise.
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

    /// The number this is; nil if it is none or beyond all doubles.
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
