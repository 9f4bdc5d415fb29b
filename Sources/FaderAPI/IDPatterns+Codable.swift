public import FaderModel

/// In JSON a list of words, or a single word.
extension IDPatterns: WireType {
    /// Reads a word or a list of words, none of them empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let words: [String]
        do { words = [try container.decode(String.self)] } catch DecodingError.typeMismatch { words = try container.decode([String].self) }
        guard words.count <= Self.most else { throw DecodingError.refusal("at most \(Self.most) words can select parameters") }
        self.init(words.filter { !$0.isEmpty })
    }

    /// Writes a list of words.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(words.map(\.text))
    }

    package static let schema = #"""
        "IDPatterns": {"description": "each word is the beginning of ids, or with * or ? in it a pattern of whole ids; refused if one selects nothing (422)",
          "oneOf": [{"$ref": "#/components/schemas/IDPattern"}, {"type": "array", "maxItems": \#(most), "items": {"$ref": "#/components/schemas/IDPattern"}}]}
        """#
}

/// One word of such a selection.
package enum IDPatternSchema: NamedSchema {
    package static let schema = ##""IDPattern": {"type": "string", "pattern": "^[a-z0-9._*?-]*$", "maxLength": 64}"##
}
