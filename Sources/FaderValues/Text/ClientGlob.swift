/// A glob on a name: `*` is any run of characters, `?` any single one; everything else stands for itself, and case matters. A backslash
/// before `*`, `?`, `[` or another backslash makes that stand for itself.
public struct ClientGlob: Sendable, Equatable {
    private enum Part: Equatable {
        case run
        case any
        case one(Character)
    }

    private let pattern: [Part]

    /// Any text is a pattern.
    public init(_ pattern: String) {
        var parts: [Part] = []
        var isEscaped = false
        for character in pattern {
            if isEscaped, !"*?[\\".contains(character) { parts.append(.one("\\")) }
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "*" where !isEscaped: parts.append(.run)
            case "?" where !isEscaped: parts.append(.any)
            default: parts.append(.one(character))
            }
            isEscaped = false
        }
        if isEscaped { parts.append(.one("\\")) }
        self.pattern = parts
    }

    /// The beginning of every name that matches: the pattern up to its first wildcard.
    public var literalPrefix: String {
        String(pattern.prefix { $0 != .run && $0 != .any }.compactMap { if case .one(let character) = $0 { character } else { nil } })
    }

    /// The whole name. The time is at most proportional to the product of both lengths.
    public func matches(_ text: String) -> Bool {
        let name = Array(text)
        var at = 0
        var seen = 0
        // Where to resume if the rest does not match: the last `*` takes one more character.
        var star: (pattern: Int, name: Int)?
        while seen < name.count {
            if at < pattern.count, pattern[at] == .run {
                star = (at, seen)
                at += 1
            } else if at < pattern.count, pattern[at] == .any || pattern[at] == .one(name[seen]) {
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
        return pattern[at...].allSatisfy { $0 == .run }
    }
}
