internal import FaderJSON

extension Decoder {
    /// Refuses an object with a key that is not in `known`, because a misspelled key must not be ignored silently.
    package func refuseKeys(besides known: [String]) throws {
        guard let unknown = JSONTree.keys(of: self)?.first(where: { !known.contains($0) }) else { return }
        let allowed = known.map { "\"\($0)\"" }.joined(separator: ", ")
        throw DecodingError.refusal("unknown key \"\(unknown)\"; known here: \(allowed)")
    }
}

extension DecodingError {
    /// The sentence says why a body is refused.
    package static func refusal(_ sentence: String) -> DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: sentence)) }
}

/// Decodes an object that has only keys of its type.
struct StrictObject<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: DecodedKeys.of(Value.self).map(\.name))
        value = try Value(from: decoder)
    }
}
