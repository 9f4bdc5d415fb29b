public import FaderValues

/// `"ordinary"`, `"big"`, `"fine"`, or a number in the unit of the parameter.
extension StepLength: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What is no number is read as a word, which throws its own error.
        if let amount = try? container.decode(Double.self) {
            guard amount > 0 else { throw DecodingError.refusal("a size in numbers is above 0") }
            self = .amount(amount)
            return
        }
        guard let size = StepSize(rawValue: try container.decode(String.self)) else {
            let words = StepSize.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw DecodingError.refusal("\"size\" must be one of \(words), or a number in the unit of the parameter")
        }
        self.init(size)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .ordinary: try container.encode(StepSize.ordinary)
        case .big: try container.encode(StepSize.big)
        case .fine: try container.encode(StepSize.fine)
        case .amount(let amount): try container.encode(amount)
        }
    }
}
