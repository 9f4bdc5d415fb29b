/// How programs that play sound become parameters, one for each program.
public struct AppsSpec: Sendable, Equatable {
    /// The parameters' ids, with `{name}` in place of the program's name.
    public var each: String
    /// The named type of the parameters.
    public var type: String

    /// The placeholder for the program's name.
    public static let mark = "{name}"
    private static let longestID = 64

    /// The rule from its parts.
    public init(each: String = "app.{name}", type: String = "percent") {
        self.each = each
        self.type = type
    }

    /// The id of a program's parameter: the program's name in lower case, with a dash for each ASCII character that is not a letter, a
    /// digit, `_` or `-`. Characters beyond ASCII are left out; a name with any of these gets a number made from the whole name,
    /// because names in other scripts would all be the same otherwise.
    public func id(for name: String) -> String {
        guard let open = each.firstIndex(of: "{"), let end = each.firstIndex(of: "}") else { return each }
        let (before, tail) = (each[..<open], each[each.index(after: end)...])
        let lower = name.lowercased()
        let number = lower.utf8.allSatisfy { $0 < 0x80 } ? "" : "-\(Self.number(of: lower))"
        let room = max(0, Self.longestID - before.utf8.count - tail.utf8.count - number.utf8.count)
        let word = lower.unicodeScalars.filter(\.isASCII).map { Self.isPlain($0) ? Character($0) : "-" }
        let whole = String(word.prefix(room)) + number
        return before + (number.isEmpty ? whole : String(whole.drop { $0 == "-" })) + tail
    }

    /// FNV-1a with 32 bits: the same on every machine and after every start.
    private static func number(of text: String) -> String {
        String(text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }, radix: 36)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }
}
