/// Decodes an object that has only keys of its type.
struct StrictObject<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: DecodedKeys.of(Value.self).map(\.name))
        value = try Value(from: decoder)
    }
}
