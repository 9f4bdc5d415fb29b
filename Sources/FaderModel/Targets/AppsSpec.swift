/// What becomes of programs that play: each is a parameter of its own.
public struct AppsSpec: Sendable, Equatable {
    /// The ids, with `{name}` where the program's name stands.
    public var each: String
    /// The named type of the parameters.
    public var type: String

    /// What stands for the name.
    public static let mark = "{name}"
    private static let longestID = 64

    /// Programs as parameters.
    public init(each: String = "app.{name}", type: String = "percent") {
        self.each = each
        self.type = type
    }

    /// The id of the parameter of a program: its name in lower case, with a dash for whatever no id can have. Names in other letters than those
    /// of ASCII have a number behind them, or all of one length would be the same.
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

    /// FNV-1a of 32 bits: the same on every machine and with every start.
    private static func number(of text: String) -> String {
        String(text.utf8.reduce(UInt32(0x811C_9DC5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }, radix: 36)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }
}
