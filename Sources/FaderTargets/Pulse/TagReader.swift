internal import FaderModel

/// The sound server sent something that makes no sense.
struct MalformedPulseMessage: Error, Equatable, CustomStringConvertible {
    /// What was expected.
    let wanted: String

    var description: String { "the sound server sent something else where \(wanted) was expected" }
}

/// Reads the arguments of a command of the native protocol. Never reads past the end, whatever the bytes are.
struct TagReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    /// The most channels a volume can have.
    private static let mostChannels = 32
    /// The most properties of one thing that are kept; further ones are read and dropped.
    private static let mostProperties = 128
    /// The most bytes of a property's text that are kept.
    private static let longest = 1024

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

    mutating func number() throws(MalformedPulseMessage) -> UInt32 {
        try tag("L", "a number")
        return try word()
    }

    mutating func byte() throws(MalformedPulseMessage) -> UInt8 {
        try tag("B", "a byte")
        return try next()
    }

    mutating func flag() throws(MalformedPulseMessage) -> Bool {
        let tag = try next()
        guard tag == UInt8(ascii: "1") || tag == UInt8(ascii: "0") else { throw MalformedPulseMessage(wanted: "a boolean") }
        return tag == UInt8(ascii: "1")
    }

    mutating func text() throws(MalformedPulseMessage) -> String? {
        let tag = try next()
        if tag == UInt8(ascii: "N") { return nil }
        guard tag == UInt8(ascii: "t"), let end = bytes[position...].firstIndex(of: 0) else {
            throw MalformedPulseMessage(wanted: "a text")
        }
        defer { position = end + 1 }
        // Programs may call themselves anything; the text is shown, and written to the log.
        return String(decoding: bytes[position..<end], as: UTF8.self).withoutControls(but: .writingMarks)
    }

    mutating func block() throws(MalformedPulseMessage) -> ArraySlice<UInt8> {
        try tag("x", "a block of bytes")
        return try read(Int(try word()))
    }

    /// Skips a time in microseconds.
    mutating func time() throws(MalformedPulseMessage) {
        try tag("U", "a time")
        _ = try read(8)
    }

    mutating func volumes() throws(MalformedPulseMessage) -> [UInt32] {
        try tag("v", "volumes")
        let count = Int(try next())
        guard count <= Self.mostChannels else { throw MalformedPulseMessage(wanted: "at most \(Self.mostChannels) channels") }
        var volumes: [UInt32] = []
        for _ in 0..<count { volumes.append(try word()) }
        return volumes
    }

    mutating func volume() throws(MalformedPulseMessage) {
        try tag("V", "a volume")
        _ = try word()
    }

    mutating func sampleForm() throws(MalformedPulseMessage) {
        try tag("a", "a sample specification")
        _ = try read(6)
    }

    mutating func channelMap() throws(MalformedPulseMessage) -> [UInt8] {
        try tag("m", "a channel map")
        return Array(try read(Int(try next())))
    }

    mutating func properties() throws(MalformedPulseMessage) -> [String: String] {
        try tag("P", "properties")
        var properties: [String: String] = [:]
        while let name = try text() {
            let length = try number()
            let data = try block()
            guard data.count == Int(length) else { throw MalformedPulseMessage(wanted: "a property whose two lengths agree") }
            guard properties.count < Self.mostProperties else { continue }
            let text = String(decoding: data.prefix { $0 != 0 }.prefix(Self.longest), as: UTF8.self)
            properties[name] = text.withoutControls(but: .writingMarks)
        }
        return properties
    }

    mutating func format() throws(MalformedPulseMessage) {
        try tag("f", "a format")
        _ = try byte()
        _ = try properties()
    }

    private mutating func tag(_ tag: Unicode.Scalar, _ what: String) throws(MalformedPulseMessage) {
        guard try next() == UInt8(ascii: tag) else { throw MalformedPulseMessage(wanted: what) }
    }

    private mutating func next() throws(MalformedPulseMessage) -> UInt8 {
        guard position < bytes.endIndex else { throw MalformedPulseMessage(wanted: "more") }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func read(_ count: Int) throws(MalformedPulseMessage) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else { throw MalformedPulseMessage(wanted: "more") }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func word() throws(MalformedPulseMessage) -> UInt32 {
        try read(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
}
