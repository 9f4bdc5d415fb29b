/// The containers into which values write their parts. No type of faderd requests nested containers itself.
extension JSONWriter: Encoder {
    /// Always empty. An error names the value that cannot be written, not its path.
    public var codingPath: [any CodingKey] { [] }
    public var userInfo: [CodingUserInfoKey: Any] { [:] }

    public func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open(isObject: true)
        return KeyedEncodingContainer(Members<Key>(writer: self))
    }
    public func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open(isObject: false)
        return Items(writer: self)
    }
    public func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

    private static func unused() -> Never { preconditionFailure("no type of ours nests containers by hand") }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let writer: JSONWriter
        var codingPath: [any CodingKey] { [] }

        private func at(_ key: Key) -> JSONWriter {
            writer.begin(key.stringValue)
            return writer
        }
        func encodeNil(forKey key: Key) { at(key).appendNull() }
        func encode(_ value: Bool, forKey key: Key) { at(key).append(value) }
        func encode(_ value: String, forKey key: Key) { at(key).append(value) }
        func encode(_ value: Double, forKey key: Key) throws { try at(key).append(value) }
        func encode(_ value: Int, forKey key: Key) { at(key).append(value) }
        func encode(_ value: Int64, forKey key: Key) { at(key).append(value) }
        func encode(_ value: UInt, forKey key: Key) { at(key).append(value) }
        func encode(_ value: UInt64, forKey key: Key) { at(key).append(value) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try at(key).appendValue(value) }
        func nestedContainer<Nested>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> { unused() }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unused() }
        func superEncoder() -> any Encoder { unused() }
        func superEncoder(forKey key: Key) -> any Encoder { unused() }
    }

    private struct Items: UnkeyedEncodingContainer {
        let writer: JSONWriter
        var codingPath: [any CodingKey] { [] }
        var count: Int { writer.count }

        private func next() -> JSONWriter {
            writer.begin()
            return writer
        }
        func encodeNil() { next().appendNull() }
        func encode(_ value: String) { next().append(value) }
        func encode(_ value: Double) throws { try next().append(value) }
        func encode<T: Encodable>(_ value: T) throws { try next().appendValue(value) }
        func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> { unused() }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unused() }
        func superEncoder() -> any Encoder { unused() }
    }

    private struct Single: SingleValueEncodingContainer {
        let writer: JSONWriter
        var codingPath: [any CodingKey] { [] }

        func encodeNil() { writer.appendNull() }
        func encode(_ value: Bool) { writer.append(value) }
        func encode(_ value: String) { writer.append(value) }
        func encode(_ value: Double) throws { try writer.append(value) }
        func encode(_ value: Float) throws { try writer.append(Double(value)) }
        func encode<Number: BinaryInteger & Encodable>(_ value: Number) { writer.append(value) }
        func encode<T: Encodable>(_ value: T) throws { try writer.appendValue(value) }
    }
}
