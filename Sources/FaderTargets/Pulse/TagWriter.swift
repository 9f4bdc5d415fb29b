/// Writes the arguments of a command of the native protocol: each after a tag, numbers with the highest byte first.
struct TagWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ value: UInt32) {
        bytes.append(UInt8(ascii: "L"))
        append(value)
    }

    mutating func byte(_ value: UInt8) { bytes += [UInt8(ascii: "B"), value] }

    mutating func flag(_ value: Bool) { bytes.append(UInt8(ascii: value ? "1" : "0")) }

    /// A text; nil means that no text is given.
    mutating func text(_ value: String?) {
        guard let value else { return bytes.append(UInt8(ascii: "N")) }
        bytes.append(UInt8(ascii: "t"))
        bytes += value.utf8.filter { $0 != 0 }
        bytes.append(0)
    }

    mutating func block(_ value: [UInt8]) {
        bytes.append(UInt8(ascii: "x"))
        append(UInt32(value.count))
        bytes += value
    }

    mutating func volumes(_ values: [UInt32]) {
        bytes += [UInt8(ascii: "v"), UInt8(values.count)]
        for value in values { append(value) }
    }

    mutating func channelMap(_ channels: [UInt8]) {
        bytes += [UInt8(ascii: "m"), UInt8(channels.count)]
        bytes += channels
    }

    /// Texts with their names.
    mutating func properties(_ values: [(name: String, value: String)]) {
        bytes.append(UInt8(ascii: "P"))
        for (name, value) in values {
            text(name)
            let data = Array(value.utf8) + [0]
            number(UInt32(data.count))
            block(data)
        }
        text(nil)
    }

    private mutating func append(_ value: UInt32) { bytes += value.bigEndianBytes }
}
