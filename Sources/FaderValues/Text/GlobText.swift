extension String {
    /// A glob that matches this name: `*`, `?`, `[` and `\` stand for themselves, and `?` for each character that a config cannot contain.
    ///
    /// Works on characters, as the matching does: a `*` that is part of the character before it is no wildcard.
    package var globEscaped: String {
        // Marks beside a `?` might combine with it, so then only ASCII is kept.
        let hasUnprintable = unicodeScalars.contains(where: \.isUnprintable)
        return map { character in
            if hasUnprintable, !character.isASCII || character.unicodeScalars.contains(where: \.isUnprintable) { return "?" }
            return "*?[\\".contains(character) ? "\\\(character)" : String(character)
        }.joined()
    }
}
