public import FaderValues

/// Numbers (`"-inf"` for −∞), `true` and `false`, texts, `[low, high]`, and `null` of a trigger.
extension Value: WireObject {
    /// Reads any form. `"-inf"` is read as a word, because only the parameter knows whether it is a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The type is not known beforehand, so each is tried in turn.
        if container.decodeNil() {
            self = .nothing
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try Self.number(container) {
            self = .number(number)
        } else if let word = try? container.decode(String.self) {
            self = .word(word)
        } else if let pair = try? container.decode([End].self), pair.count == 2 {
            self = .pair(pair[0].number, pair[1].number)
        } else {
            throw Self.notAValue
        }
    }

    fileprivate static let notAValue = DecodingError.refusal("a value is a number, a text, true, false, or a list of two numbers")

    /// A number; nil if the value is something else. A number too large for a double is an error.
    private static func number(_ container: any SingleValueDecodingContainer) throws -> Double? {
        do { return try container.decode(Double.self) } catch DecodingError.typeMismatch { return nil }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(-.infinity): try container.encode("-inf")
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .word(let word): try container.encode(word)
        case .pair(let low, let high): try container.encode([End(number: low), End(number: high)])
        case .nothing: try container.encodeNil()
        }
    }

    /// An end of a range: a number, or the text `"-inf"`, which can only mean −∞ here.
    private struct End: Codable {
        let number: Double

        init(number: Double) { self.number = number }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            number = (try? container.decode(String.self)) == "-inf" ? -.infinity : try container.decode(Double.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if number == -.infinity { try container.encode("-inf") } else { try container.encode(number) }
        }
    }
}

extension KeyedDecodingContainer {
    /// The value of a key that is there. It must not be null.
    func givenValue(forKey key: Key) throws -> Value {
        let value = try decode(Value.self, forKey: key)
        guard value != .nothing else { throw Value.notAValue }
        return value
    }
}
