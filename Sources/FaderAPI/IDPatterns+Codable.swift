public import FaderValues

/// In JSON, patterns are a list of words or a single word.
extension IDPatterns: WireObject {
    /// Reads a word or a list of words, none of them empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let words: [String]
        do { words = [try container.decode(String.self)] } catch DecodingError.typeMismatch { words = try container.decode([String].self) }
        guard words.count <= Self.most else { throw DecodingError.refusal("at most \(Self.most) words can select parameters") }
        self.init(words.filter { !$0.isEmpty })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words.map(\.text))
    }
}
