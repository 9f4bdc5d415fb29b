internal import FaderJSON
internal import FaderValues

/// Finds the keys of a type by decoding it from nothing.
package final class DecodedKeys: Decoder {
    package struct Found {
        package let name: String
        package let type: any Any.Type
        package let isRequired: Bool
    }

    private var keys: [Found] = []
    private var optional: Set<String> = []
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The keys, in the order in which the type asks for them.
    package static func of(_ type: any Decodable.Type) -> [Found] {
        let reader = DecodedKeys()
        // A rule may refuse the empty values, but by then all keys have been asked for.
        _ = try? type.init(from: reader)
        return reader.keys
    }

    package func container<Name: CodingKey>(keyedBy type: Name.Type) -> KeyedDecodingContainer<Name> {
        KeyedDecodingContainer(Container<Name>(reader: self))
    }
    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NoObject() }
    package func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NoObject() }

    private struct NoObject: Error {}

    private struct Container<Name: CodingKey>: KeyedDecodingContainerProtocol {
        let reader: DecodedKeys
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Name] { [] }

        /// Called before a key that may be left out is decoded.
        func contains(_ key: Name) -> Bool {
            reader.optional.insert(key.stringValue)
            return true
        }
        func decodeNil(forKey key: Name) -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Name) throws -> Value {
            let name = key.stringValue
            reader.keys.append(Found(name: name, type: type, isRequired: !reader.optional.contains(name)))
            let plain: [Any] = [
                false, "", 0, UInt64(0), 0.0, [Any](), [String: Any](), FaderValues.Value.number(0), Taper.linear, StepLength.ordinary,
                IDPatterns([]),
            ]
            if let value = plain.lazy.compactMap({ $0 as? Value }).first { return value }
            if let words = type as? any CaseIterable.Type, let word = Self.first(of: words) as? Value { return word }
            return try Value(from: DecodedKeys())
        }
        private static func first<Words: CaseIterable>(of _: Words.Type) -> Any? { Words.allCases.first }

        func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Name) throws -> KeyedDecodingContainer<Nested> {
            throw NoObject()
        }
        func nestedUnkeyedContainer(forKey key: Name) throws -> any UnkeyedDecodingContainer { throw NoObject() }
        func superDecoder() throws -> any Decoder { throw NoObject() }
        func superDecoder(forKey key: Name) throws -> any Decoder { throw NoObject() }
    }
}

extension Decoder {
    /// A misspelled key must not be ignored silently.
    package func refuseKeys(besides known: [String]) throws {
        guard let unknown = JSONTree.keys(of: self)?.first(where: { !known.contains($0) }) else { return }
        let allowed = known.map { "\"\($0)\"" }.joined(separator: ", ")
        throw DecodingError.refusal("unknown key \"\(unknown)\"; known here: \(allowed)")
    }
}

extension DecodingError {
    package static func refusal(_ sentence: String) -> DecodingError { .dataCorrupted(.init(codingPath: [], debugDescription: sentence)) }
}

/// Decodes an object, and refuses it if it has keys that its type does not have.
struct StrictObject<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: DecodedKeys.of(Value.self).map(\.name))
        value = try Value(from: decoder)
    }
}
