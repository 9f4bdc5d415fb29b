/// A glob on a client's name: `*` is any run of characters, `?` any single one; everything else stands for itself, and case matters.
public struct ClientGlob: Sendable, Equatable {
    private let pattern: [Character]

    /// Any text is a pattern.
    public init(_ pattern: String) { self.pattern = Array(pattern) }

    /// What a name has to begin with: the pattern up to its first wildcard.
    public var literalPrefix: String { String(pattern.prefix { $0 != "*" && $0 != "?" }) }

    /// Whether the whole name matches. The time is at most proportional to the product of both lengths.
    public func matches(_ text: String) -> Bool {
        let name = Array(text)
        var at = 0
        var seen = 0
        // Where to resume after the last `*` if what follows it does not match: the star takes one more character.
        var star: (pattern: Int, name: Int)?
        while seen < name.count {
            if at < pattern.count, pattern[at] == "*" {
                star = (at, seen)
                at += 1
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == name[seen] {
                at += 1
                seen += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                at = last.pattern + 1
                seen = last.name + 1
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
    }
}
