/// A program that plays sound.
///
/// Two are the same program if they have the same binary and also the same application id, or the same name if they have no id:
/// interpreters and emulators run many programs with one binary. Versions in names, and the case of letters, make no difference.
public struct SoundProgram: Sendable, Hashable {
    /// Else the application id, else the name. Its parameter's id is made of it.
    public let binary: String
    /// Its name for people, without a version.
    public let label: String
    /// Its whole name. Ids were made of it by earlier versions.
    public let fullName: String
    /// Distinguishes it from all other programs, the same at each start: without control characters but one tab.
    public let key: String

    /// The most characters of each half of a key.
    private static let longestKey = 64

    /// A program as a sound server describes it. `binary` may have a path; nil: it is not known.
    public init(binary: String?, id: String?, name: String) {
        let file = binary?.split(separator: "/").last.map(String.init)
        self.binary = (file ?? id ?? name).withoutVersion
        label = name.withoutVersion
        fullName = name
        let halves = [self.binary, id ?? label].map { String($0.lowercased().withoutControls().prefix(Self.longestKey)) }
        key = halves.joined(separator: "\t")
    }

    public static func == (one: SoundProgram, other: SoundProgram) -> Bool { one.key == other.key }

    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension String {
    /// The text without version numbers, such as `LibVLC` for `LibVLC 3.0.18`; the text itself if nothing else is in it. A version has a
    /// dot between its digits, may begin with `v`, and comes after a blank, a dash, a slash or a parenthesis: the 2 of "Half-Life 2" is
    /// none.
    var withoutVersion: String {
        var rest = self[...]
        var kept = ""
        while let start = rest.firstIndex(where: Self.separates) {
            kept += rest[..<start]
            let separators = rest[start...].prefix(while: Self.separates)
            rest = rest[separators.endIndex...]
            let word = rest.prefix { !$0.isWhitespace && $0 != ")" }
            guard Self.isVersion(word) else {
                kept += separators
                continue
            }
            rest = rest[word.endIndex...]
            // "(LibVLC 3.0.18)" becomes "(LibVLC)", and "(3.0.18)" goes with its parentheses.
            if separators.contains("("), rest.first == ")" { rest = rest.dropFirst() } else { kept += separators.filter { $0 == "(" } }
        }
        kept += rest
        let trimmed = String(kept.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        return trimmed.isEmpty || Self.isVersion(trimmed[...]) ? self : trimmed
    }

    private static func separates(_ letter: Character) -> Bool { letter.isWhitespace || "-_/(".contains(letter) }

    private static func isVersion(_ word: Substring) -> Bool {
        let digits = word.first.map { "vV".contains($0) } ?? false ? word.dropFirst() : word
        guard let dot = digits.firstIndex(of: "."), dot != digits.startIndex else { return false }
        return digits[..<dot].allSatisfy { $0.isASCII && $0.isNumber }
            && (digits[dot...].dropFirst().first.map { $0.isASCII && $0.isNumber } ?? false)
    }
}
