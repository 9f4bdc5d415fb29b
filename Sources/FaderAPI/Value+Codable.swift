public import FaderCore

/// Values as JSON has them: numbers (`"-inf"` for −∞), `true` and `false`, texts, and `[low, high]`.
extension Value: Codable {
    /// Reads any of them. `"-inf"` is read as a word: only the parameter knows whether that is a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // JSON tells no type beforehand: what does not fit one is tried as the next, and what fits none is the error.
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let word = try? container.decode(String.self) {
            self = .word(word)
        } else if let pair = try? container.decode([Double].self), pair.count == 2 {
            self = .pair(pair[0], pair[1])
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a value is a number, a text, true, false, or a list of two numbers")
        }
    }

    /// Writes it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(-.infinity): try container.encode("-inf")
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .word(let word): try container.encode(word)
        case .pair(let low, let high): try container.encode([low, high])
        }
    }
}
