/// Writes one object, member by member, in the format of `JSONWriter`. It is faster, because it needs no `Encodable` containers, and is
/// meant for the objects that clients request most.
///
/// Members are written in the order of the calls, so the caller must add them in the order of their keys.
public struct JSONObjectWriter {
    private var bytes: [UInt8] = []

    /// Begins an object without members.
    public init() {
        bytes.reserveCapacity(640)
        bytes.append(UInt8(ascii: "{"))
    }

    /// Completes the object and returns its bytes.
    public consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Adds a text. Here and in the methods below, nil adds nothing.
    public mutating func add(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        begin(key)
        JSONWriter.append(quoted: text, to: &bytes)
    }

    /// Adds `true` or `false`.
    public mutating func add(_ key: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        begin(key)
        JSONWriter.append(plain: flag ? "true" : "false", to: &bytes)
    }

    /// Adds a whole number.
    public mutating func add(_ key: StaticString, _ number: Int?) {
        guard let number else { return }
        begin(key)
        JSONWriter.append(plain: String(number), to: &bytes)
    }

    /// Adds a whole number.
    public mutating func add(_ key: StaticString, _ number: UInt64) {
        begin(key)
        JSONWriter.append(plain: String(number), to: &bytes)
    }

    /// Adds a number. Throws an `EncodingError` for NaN and infinity, which JSON does not have.
    public mutating func add(_ key: StaticString, _ number: Double?) throws {
        guard let number else { return }
        begin(key)
        try JSONWriter.append(number, to: &bytes)
    }

    /// Adds any other value. This is slower; it is for values that are rare or have many parts.
    public mutating func add(_ key: StaticString, encoding value: some Encodable) throws {
        begin(key)
        bytes += try JSONWriter.write(value)
    }

    /// Begins a member. The key must not need escapes.
    private mutating func begin(_ key: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
