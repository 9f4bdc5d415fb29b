struct OSCMessage: Equatable {
    enum Argument: Equatable {
        case integer(Int32)
        case float(Float)
        case text(String)
        case blob([UInt8])
        case flag(Bool)
        case long(Int64)
        case double(Double)
        /// Red, green, blue and alpha, red in the highest byte.
        case color(UInt32)

        /// Nil for texts, blobs and colors.
        var number: Double? {
            switch self {
            case .integer(let value): Double(value)
            case .float(let value): Double(value)
            case .flag(let value): value ? 1 : 0
            case .long(let value): Double(value)
            case .double(let value): value
            case .text, .blob, .color: nil
            }
        }

        /// The kind of argument, for people. A text itself is not shown, because it may be long or have line breaks.
        var described: String {
            switch self {
            case .text: "a text"
            case .blob: "a blob"
            case .color: "a color"
            case .integer, .float, .flag, .long, .double: "a number"
            }
        }
    }

    var address: String
    var arguments: [Argument] = []
}

struct MalformedOSCMessage: Error, Equatable {}

/// The wire form of OSC 1.0 (<https://opensoundcontrol.stanford.edu/spec-1_0.html>), with i f s b T F h d r. Arguments of other known types
/// are skipped.
enum OSCCodec {
    private static let deepest = 8
    private static let mostMessages = 1024

    /// A bundle without messages, which has no effect. Its time tag means "at once".
    static let emptyBundle = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]

    static func encode(_ message: OSCMessage) -> [UInt8] {
        var bytes = padded(message.address)
        var tags = ","
        var data: [UInt8] = []
        for argument in message.arguments {
            switch argument {
            case .integer(let value): (tags, data) = (tags + "i", data + UInt32(bitPattern: value).bigEndianBytes)
            case .float(let value): (tags, data) = (tags + "f", data + value.bitPattern.bigEndianBytes)
            case .text(let value): (tags, data) = (tags + "s", data + padded(value))
            case .blob(let value):
                tags += "b"
                data += UInt32(value.count).bigEndianBytes + value + [UInt8](repeating: 0, count: -value.count & 3)
            case .flag(let value): tags += value ? "T" : "F"
            case .long(let value): (tags, data) = (tags + "h", data + UInt64(bitPattern: value).bigEndianBytes)
            case .double(let value): (tags, data) = (tags + "d", data + value.bitPattern.bigEndianBytes)
            case .color(let value): (tags, data) = (tags + "r", data + value.bigEndianBytes)
            }
        }
        bytes += padded(tags)
        return bytes + data
    }

    static func bundle(_ messages: [[UInt8]]) -> [UInt8] {
        messages.reduce(emptyBundle) { $0 + UInt32($1.count).bigEndianBytes + $1 }
    }

    /// The messages of a bundle come in order, without regard to its time tag. Elements that cannot be read are left out.
    static func decode(_ packet: [UInt8]) throws(MalformedOSCMessage) -> [OSCMessage] {
        var messages: [OSCMessage] = []
        try decode(packet[...], into: &messages, depth: 0)
        return messages
    }

    private static func decode(_ packet: ArraySlice<UInt8>, into messages: inout [OSCMessage], depth: Int) throws(MalformedOSCMessage) {
        guard depth <= deepest, messages.count < mostMessages else { throw MalformedOSCMessage() }
        var reader = OSCReader(packet)
        let address = try reader.text()
        guard address == "#bundle" else {
            guard address.hasPrefix("/") else { throw MalformedOSCMessage() }
            return messages.append(try reader.message(address))
        }
        _ = try reader.read(8)
        var isAnyRead = reader.isAtEnd
        // After a wrong length, the beginning of the next element is unknown.
        while !reader.isAtEnd, let length = try? reader.word(), let element = try? reader.read(Int(length)) {
            if (try? decode(element, into: &messages, depth: depth + 1)) != nil { isAnyRead = true }
        }
        guard isAnyRead else { throw MalformedOSCMessage() }
    }

    private static func padded(_ text: String) -> [UInt8] {
        let bytes = text.utf8.filter { $0 != 0 }
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count & 3)
    }
}

struct OSCReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position >= bytes.endIndex }

    mutating func read(_ count: Int) throws(MalformedOSCMessage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw MalformedOSCMessage() }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func word() throws(MalformedOSCMessage) -> UInt32 { try read(4).reduce(0) { $0 << 8 | UInt32($1) } }

    mutating func text() throws(MalformedOSCMessage) -> String {
        guard let end = bytes[position...].firstIndex(of: 0) else { throw MalformedOSCMessage() }
        let text = Self.text(bytes[position..<end])
        let length = end - position + 1
        _ = try read(length + (-length & 3))
        return text
    }

    /// OSC has only ASCII. Of what programs send besides, what is not UTF-8 is Latin-1.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
    }

    mutating func message(_ address: String) throws(MalformedOSCMessage) -> OSCMessage {
        var message = OSCMessage(address: address)
        // Old programs leave the type tags out when there are no arguments.
        guard !isAtEnd else { return message }
        let tags = try text()
        guard tags.utf8.first == UInt8(ascii: ",") else { throw MalformedOSCMessage() }
        for tag in tags.utf8.dropFirst() {
            if let argument = try argument(tag) { message.arguments.append(argument) }
        }
        return message
    }

    private mutating func argument(_ tag: UInt8) throws(MalformedOSCMessage) -> OSCMessage.Argument? {
        switch Character(Unicode.Scalar(tag)) {
        case "i": return .integer(Int32(bitPattern: try word()))
        case "f": return .float(Float(bitPattern: try word()))
        case "s": return .text(try text())
        case "b":
            let length = Int(try word())
            let data = try read(length)
            _ = try read(-length & 3)
            return .blob(Array(data))
        case "T": return .flag(true)
        case "F": return .flag(false)
        case "h": return .long(Int64(bitPattern: try longWord()))
        case "d": return .double(Double(bitPattern: try longWord()))
        case "S": _ = try text()
        case "t": _ = try read(8)
        case "r": return .color(try word())
        case "c", "m": _ = try read(4)
        case "N", "I", "[", "]": break
        default: throw MalformedOSCMessage()
        }
        return nil
    }

    private mutating func longWord() throws(MalformedOSCMessage) -> UInt64 { try read(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
