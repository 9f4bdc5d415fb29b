import FaderAPI
import FaderModel

/// Decodes a type from empty values and records the keys it asks for: the shape of the object that it is read from.
final class ShapeReader: Decoder {
    /// A key that was asked for.
    struct Member {
        var type: Any.Type
        var isRequired: Bool
    }

    private(set) var members: [String: Member] = [:]
    private var isObject = false
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The keys of the object that a type is read from; nil if it is not read from an object.
    static func members(of type: any Decodable.Type) -> [String: Member]? {
        let reader = ShapeReader()
        // A rule may refuse the empty values, but by then all keys have been asked for.
        _ = try? type.init(from: reader)
        return reader.isObject ? reader.members : nil
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        isObject = true
        return KeyedDecodingContainer(Keys<Key>(reader: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoObject() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoObject() }

    private struct NoObject: Error {}

    private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: ShapeReader
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        /// Called before an optional key is decoded.
        func contains(_ key: Key) -> Bool {
            reader.members[key.stringValue] = Member(type: Void.self, isRequired: false)
            return true
        }
        func decodeNil(forKey key: Key) -> Bool { false }

        private func note<T>(_ type: T.Type, _ key: Key) {
            reader.members[key.stringValue, default: Member(type: type, isRequired: true)].type = type
        }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            note(type, key)
            let plain: [Any] = [[Any](), [String: Any](), Value.number(0), Taper.linear]
            for value in plain { if let value = value as? T { return value } }
            if let words = type as? any CaseIterable.Type {
                for word in words.allCases as any Collection { if let word = word as? T { return word } }
            }
            return try type.init(from: ShapeReader())
        }
        private func zero<T: BinaryInteger>(_ type: T.Type, _ key: Key) -> T {
            note(type, key)
            return 0
        }
        func decode(_ type: Bool.Type, forKey key: Key) -> Bool { note(type, key); return false }
        func decode(_ type: String.Type, forKey key: Key) -> String { note(type, key); return "" }
        func decode(_ type: Double.Type, forKey key: Key) -> Double { note(type, key); return 0 }
        func decode(_ type: Float.Type, forKey key: Key) -> Float { note(type, key); return 0 }
        func decode(_ type: Int.Type, forKey key: Key) -> Int { zero(type, key) }
        func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { zero(type, key) }
        func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { zero(type, key) }
        func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { zero(type, key) }
        func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { zero(type, key) }
        func decode(_ type: UInt.Type, forKey key: Key) -> UInt { zero(type, key) }
        func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { zero(type, key) }
        func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { zero(type, key) }
        func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { zero(type, key) }
        func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { zero(type, key) }
        func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
            throw NoObject()
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoObject() }
        func superDecoder() throws -> any Decoder { throw NoObject() }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw NoObject() }
    }
}
