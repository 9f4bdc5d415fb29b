/// No type of faderd requests nested containers itself.
private func unused() -> Never { preconditionFailure("no type of ours nests containers by hand") }

struct TreeObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let members: [JSONNode.Member]
    /// The index of each key; empty for an object with so few members that a linear search is enough.
    private let table: [String: Int]
    let codingPath: [any CodingKey]
    private static var few: Int { 12 }

    init(_ members: [JSONNode.Member], _ codingPath: [any CodingKey]) {
        self.members = members
        self.codingPath = codingPath
        let keys = members.count > Self.few ? members.enumerated().map { ($1.key, $0) } : []
        table = Dictionary(keys, uniquingKeysWith: { $1 })
    }

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }
    func contains(_ key: Key) -> Bool { node(key) != nil }
    /// False for a key that exists: `null` for an optional key is an error, not a missing value.
    func decodeNil(forKey key: Key) throws -> Bool {
        _ = try decoder(key)
        return false
    }

    private func node(_ key: Key) -> JSONNode? {
        if table.isEmpty { return members.last { $0.key == key.stringValue }?.value }
        return table[key.stringValue].map { members[$0].value }
    }

    private func decoder(_ key: Key) throws -> TreeDecoder {
        guard let node = node(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "the key is missing"))
        }
        return TreeDecoder(node: node, codingPath: codingPath + [key])
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

    func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedDecodingContainer<Nested> { unused() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { unused() }
    func superDecoder() -> any Decoder { unused() }
    func superDecoder(forKey key: Key) -> any Decoder { unused() }
}

struct TreeList: UnkeyedDecodingContainer {
    private struct Index: CodingKey {
        let place: Int
        var stringValue: String { "\(place)" }
        var intValue: Int? { place }

        init(_ place: Int) { self.place = place }
        init?(intValue: Int) { place = intValue }
        init?(stringValue: String) { nil }
    }

    private let items: [JSONNode]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(_ items: [JSONNode], _ codingPath: [any CodingKey]) {
        self.items = items
        self.codingPath = codingPath
    }

    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    private func decoder(_ type: any Any.Type) throws -> TreeDecoder {
        let path = codingPath + [Index(currentIndex)]
        guard !isAtEnd else { throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: "the list is shorter")) }
        return TreeDecoder(node: items[currentIndex], codingPath: path)
    }

    private mutating func next<Value>(_ type: Value.Type, _ read: (TreeDecoder) throws -> Value) throws -> Value {
        let value = try read(decoder(type))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard try decoder(Any?.self).decodeNil() else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.decode(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) { try $0.decode(type) } }

    func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> { unused() }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { unused() }
    func superDecoder() -> any Decoder { unused() }
}
