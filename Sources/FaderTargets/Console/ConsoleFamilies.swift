extension ConsoleFamily {
    /// All families, in the order in which people are told of them.
    public static let all = [x32, xair, wing, sq, qu, ui, tf, dm3, ql]

    /// The family of a word. A bug if there is none.
    public static func of(_ word: String) -> ConsoleFamily {
        guard let family = all.first(where: { $0.word == word }) else { preconditionFailure("no family of consoles is called \(word)") }
        return family
    }
}
