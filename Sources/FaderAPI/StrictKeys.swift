internal import FaderJSON

/// A key of any name, to find unknown keys in an object.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Decodes an object that has only keys of its type.
struct StrictObject<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: DecodedKeys.of(Value.self).map(\.name))
        value = try Value(from: decoder)
    }
}

extension Decoder {
    /// Refuses an object with a key that is not in `known`, because a misspelled key must not be ignored silently.
    func refuseKeys(besides known: [String]) throws {
        if let keys = JSONTree.keys(of: self), keys.allSatisfy(known.contains) { return }
        let container = try container(keyedBy: AnyKey.self)
        for key in container.allKeys where !known.contains(key.stringValue) {
            let allowed = known.map { "\"\($0)\"" }.joined(separator: ", ")
            throw DecodingError.refusal("unknown key \"\(key.stringValue)\"; known here: \(allowed)")
        }
    }
}

extension DecodingError {
    /// The sentence says why a body is refused.
    static func refusal(_ sentence: String) -> DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: sentence)) }
}
