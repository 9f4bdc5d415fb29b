/// Writes `Encodable` values as JSON on one line. Members are sorted by the bytes of their keys, so equal values give equal bytes. Whole
/// numbers are written without `.0`.
///
/// Everything goes straight into one buffer. Members that did not come in order are sorted when their object is complete.
public final class JSONWriter {
    private struct Frame {
        let isObject: Bool
        /// Where its members begin in `members`. A list has no members there; only `count` counts its items.
        let firstMember: Int
        var count = 0
        var isAscending = true
    }
    /// The opening and the closing quote of a member's key in `bytes`.
    private struct Member {
        let start: Int
        let keyEnd: Int
        var key: Range<Int> { start + 1..<keyEnd }
    }

    private var bytes: [UInt8] = []
    private var frames: [Frame] = []
    /// The members of all open objects; those of the innermost come last.
    private var members: [Member] = []
    /// How many frames belong to the values around the present one.
    private var outer = 0

    private init() {
        bytes.reserveCapacity(512)
        members.reserveCapacity(32)
    }

    /// A value as JSON. Throws the value's own errors, and an `EncodingError` for NaN and infinity.
    public static func write(_ value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        try writer.appendValue(value)
        return writer.bytes
    }

    /// Writes a value, and closes the objects and lists that it opened.
    func appendValue(_ value: some Encodable) throws {
        let around = outer
        outer = frames.count
        defer { outer = around }
        let start = bytes.count
        try value.encode(to: self)
        while frames.count > outer { close() }
        if bytes.count == start { bytes += [UInt8(ascii: "{"), UInt8(ascii: "}")] }
    }

    /// Opens an object or list. If the value has already opened one, writing continues in that.
    func open(isObject: Bool) {
        if frames.count > outer { return }
        bytes.append(UInt8(ascii: isObject ? "{" : "["))
        frames.append(Frame(isObject: isObject, firstMember: members.count))
    }

    private func close() {
        let frame = frames.removeLast()
        if !frame.isAscending { sort(members[frame.firstMember...]) }
        members.removeSubrange(frame.firstMember...)
        bytes.append(UInt8(ascii: frame.isObject ? "}" : "]"))
    }

    private func sort(_ members: ArraySlice<Member>) {
        guard let first = members.first?.start else { return }
        let ends = members.dropFirst().map { $0.start - 1 } + [bytes.count]
        let sorted = zip(members, ends).sorted { precedes($0.0, $1.0) }
        var all: [UInt8] = []
        all.reserveCapacity(bytes.count - first)
        for (member, end) in sorted {
            if !all.isEmpty { all.append(UInt8(ascii: ",")) }
            all += bytes[member.start..<end]
        }
        bytes.replaceSubrange(first..., with: all)
    }

    private func precedes(_ left: Member, _ right: Member) -> Bool {
        bytes[left.key].lexicographicallyPrecedes(bytes[right.key])
    }

    /// Begins the next item of the innermost list or, with a key, the next member of the innermost object.
    func begin(_ key: String? = nil) {
        let last = frames.count - 1
        if frames[last].count > 0 { bytes.append(UInt8(ascii: ",")) }
        frames[last].count += 1
        guard let key else { return }
        let start = bytes.count
        append(key)
        let member = Member(start: start, keyEnd: bytes.count - 1)
        if frames[last].count > 1, !precedes(members[members.count - 1], member) { frames[last].isAscending = false }
        members.append(member)
        bytes.append(UInt8(ascii: ":"))
    }

    var count: Int { frames.last?.count ?? 0 }

    // MARK: Values

    func append(_ text: String) { Self.append(quoted: text, to: &bytes) }
    func append(_ flag: Bool) { bytes += (flag ? "true" : "false").utf8 }
    func append(_ number: some BinaryInteger) { Self.append(plain: String(number), to: &bytes) }
    func appendNull() { bytes += "null".utf8 }

    func append(_ number: Double) throws { try Self.append(number, to: &bytes) }

    static func append(_ number: Double, to bytes: inout [UInt8]) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "JSON has no number \(number)"))
        }
        let isWhole = number == number.rounded(.towardZero)
        // Most numbers are whole, and below this limit `description` has no exponent either.
        if isWhole, number.magnitude < 1e15, number != 0 { return append(plain: String(Int(number)), to: &bytes) }
        let text = number.description
        append(plain: isWhole && text.hasSuffix(".0") ? String(text.dropLast(2)) : text, to: &bytes)
    }

    static func append(plain text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { unsafe bytes.append(contentsOf: $0) }
    }

    /// Appends a JSON string. Quotes, backslashes and control characters are escaped; everything else is UTF-8.
    public static func append(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if unsafe utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }) {
                unsafe bytes.append(contentsOf: utf8)
            } else {
                unsafe utf8.forEach { append(escaped: $0, to: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(escaped byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
        case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
        case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
        case 0..<0x20, 0x7F: bytes += ((byte < 0x10 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// Appends a value as it was read, without spaces; members stay in their order and numbers as they were spelled.
    public static func append(_ content: JSONNode.Content, to bytes: inout [UInt8]) {
        switch content {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let spelling): bytes += spelling.utf8
        case .text(let text): append(quoted: text, to: &bytes)
        case .list(let items):
            bytes.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                append(item.content, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(member.value.content, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
