extension String {
    /// A glob that matches this name: `*`, `?`, `[` and `\` stand for themselves, and each character that a config cannot contain is any
    /// character.
    ///
    /// Works on characters, as the matching does: a `*` that the character before it has swallowed is no wildcard.
    package var globEscaped: String {
        // Beside a `?` other signs might swallow it, so that only ASCII stays then.
        let hasUnprintable = unicodeScalars.contains(where: \.isUnprintable)
        return map { character in
            if hasUnprintable, !character.isASCII || character.unicodeScalars.contains(where: \.isUnprintable) { return "?" }
            return "*?[\\".contains(character) ? "\\\(character)" : String(character)
        }.joined()
    }
}
