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

    /// The id of the parameter of a program: its name in lower case, with a dash for whatever no id can have.
    public func id(for name: String) -> String {
        guard let open = each.firstIndex(of: "{"), let end = each.firstIndex(of: "}") else { return each }
        let (before, tail) = (each[..<open], each[each.index(after: end)...])
        let word = name.lowercased().utf8.map { Self.isPlain($0) ? Character(Unicode.Scalar($0)) : "-" }
        return before + String(word.prefix(Self.longestID - before.utf8.count - tail.utf8.count)) + tail
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
