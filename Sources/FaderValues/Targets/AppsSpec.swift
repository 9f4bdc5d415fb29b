/// How programs that play sound become parameters.
public struct AppsSpec: Sendable, Equatable {
    /// Ids, with `{name}` in place of the program's name.
    public var each: String
    /// The named type of the parameters.
    public var type: String

    private static let longestID = 64

    public init(each: String = "app.{name}", type: String = "percent") {
        self.each = each
        self.type = type
    }

    /// `word` stands for the program; it is cut where the id would be too long.
    public func id(for word: String) -> String { "\(parts.before)\(word.prefix(room))\(parts.after)" }

    /// Lower case, with a dash for each ASCII character that is not a letter, a digit, `_` or `-`. Characters beyond ASCII are left out;
    /// such a text gets a number made from the whole of it, because otherwise names in other scripts would all be the same. From 2 on,
    /// `number` is appended.
    public func word(for text: String, number: Int = 1) -> String {
        let lower = text.lowercased()
        let isPlain = lower.utf8.allSatisfy { $0 < 0x80 }
        let tail = (isPlain ? "" : "-\(Self.number(of: lower))") + (number > 1 ? "-\(number)" : "")
        let word = lower.unicodeScalars.filter(\.isASCII).map { Self.isPlain($0) ? Character($0) : "-" }
        let whole = String(word.prefix(max(0, room - tail.utf8.count))) + tail
        return isPlain ? whole : String(whole.drop { $0 == "-" })
    }

    private var parts: (before: Substring, after: Substring) {
        guard let open = each.firstIndex(of: "{"), let end = each.firstIndex(of: "}") else { return (each[...], "") }
        return (each[..<open], each[each.index(after: end)...])
    }

    /// How long a word can be.
    private var room: Int { max(0, Self.longestID - parts.before.utf8.count - parts.after.utf8.count) }

    /// FNV-1a with 32 bits, the same on every machine and after every start.
    private static func number(of text: String) -> String {
        String(text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }, radix: 36)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }
}
