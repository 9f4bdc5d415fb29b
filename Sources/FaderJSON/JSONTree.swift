/// Decodes `Codable` types from parsed JSON.
public enum JSONTree {
    /// Decodes a value from a node. Throws a `DecodingError`, or whatever the type itself throws.
    ///
    /// `null` for an optional key is an error: the key must be left out. Only a type that decodes `null` itself accepts it.
    public static func decode<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
        try Value(from: TreeDecoder(node: node, codingPath: []))
    }

    /// The keys of the object that a decoder of `JSONTree` reads; nil for other decoders and values.
    public static func keys(of decoder: any Decoder) -> [String]? {
        guard case .object(let members)? = (decoder as? TreeDecoder)?.node.content else { return nil }
        return members.map(\.key)
    }
}

extension DecodingError {
    static func mismatch(_ type: any Any.Type, _ path: [any CodingKey]) -> DecodingError {
        .typeMismatch(type, Context(codingPath: path, debugDescription: "another kind of value was found"))
    }
}

struct TreeDecoder: Decoder, SingleValueDecodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = node.content else { throw DecodingError.mismatch([String: Any].self, codingPath) }
        return KeyedDecodingContainer(TreeObject(members, codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let items) = node.content else { throw DecodingError.mismatch([Any].self, codingPath) }
        return TreeList(items, codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { node.content == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .flag(let flag) = node.content else { throw DecodingError.mismatch(type, codingPath) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = node.content else { throw DecodingError.mismatch(type, codingPath) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard case .number(let spelling) = node.content, let number = Double(spelling) else {
            throw DecodingError.mismatch(type, codingPath)
        }
        guard number.isFinite else {
            let name = codingPath.last.map { "\"\($0.stringValue)\"" } ?? "it"
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "\(name) is too large a number"))
        }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    /// A whole number in any spelling: `100`, `1e2` and `100.0` are the same.
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        guard case .number(let spelling) = node.content else { throw DecodingError.mismatch(type, codingPath) }
        if let number = Number(spelling) { return number }
        // Beyond 2⁵³, or when it underflows to 0, a double does not represent the digits exactly.
        let hasDigits = spelling.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
        guard let number = Double(spelling), number.magnitude <= 0x1p53, (number == 0) != hasDigits, let exact = Number(exactly: number)
        else { throw DecodingError.mismatch(type, codingPath) }
        return exact
    }
}
