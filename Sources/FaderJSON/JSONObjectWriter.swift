/// Writes one object, member by member, as `JSONWriter` does, but without the containers of `Encodable`: for what is asked for all the time.
///
/// The members are written as they come: whoever adds them has to keep to the order of their keys.
public struct JSONObjectWriter {
    private var bytes: [UInt8] = []

    /// No member yet.
    public init() {
        bytes.reserveCapacity(640)
        bytes.append(UInt8(ascii: "{"))
    }

    /// The object, complete.
    public consuming func finish() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Adds a text; nil adds nothing, here and below.
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

    /// Adds a number. Throws an `EncodingError` for one that JSON does not have.
    public mutating func add(_ key: StaticString, _ number: Double?) throws {
        guard let number else { return }
        begin(key)
        try JSONWriter.append(number, to: &bytes)
    }

    /// Adds what is seldom there, or of many parts.
    public mutating func add(_ key: StaticString, encoding value: some Encodable) throws {
        begin(key)
        bytes += try JSONWriter.write(value)
    }

    /// A key of plain letters.
    private mutating func begin(_ key: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
