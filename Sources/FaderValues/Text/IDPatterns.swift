/// Words that select parameters. A word is the beginning of ids or, with `*` or `?` in it, a glob on whole ids.
public struct IDPatterns: Sendable, Equatable {
    public struct Word: Sendable, Equatable {
        /// The word as it was given.
        public let text: String
        private let glob: ClientGlob?

        fileprivate init(_ text: String) {
            self.text = text
            glob = text.contains { $0 == "*" || $0 == "?" } ? ClientGlob(text) : nil
        }

        public func matches(_ id: String) -> Bool { glob?.matches(id) ?? id.hasPrefix(text) }

        /// The condition for an id to match, as part of a sentence: `begins with "drums"`, `matches "*.level"`.
        public var described: String { "\(glob == nil ? "begins with" : "matches") \"\(text.withoutControls())\"" }
    }

    /// The most words that a request may have, because each is compared with every id.
    public static let most = 100

    /// The words; without any, every parameter is selected.
    public let words: [Word]

    public init(_ words: [String]) { self.words = words.map(Word.init) }

    /// Words from a text that separates them by commas, which no id contains.
    public init(separatedByCommas text: String) { self.init(text.split(separator: ",").map { String($0) }) }

    /// Whether every parameter is selected because there are no words.
    public var isEmpty: Bool { words.isEmpty }

    public func match(_ id: String) -> Bool { words.isEmpty || words.contains { $0.matches(id) } }

    /// Whether a word is exactly this id.
    public func name(_ id: String) -> Bool { words.contains { $0.text == id } }
}

extension IDPatterns: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// One word; an empty one selects every parameter.
    public init(stringLiteral word: String) { self.init(word.isEmpty ? [] : [word]) }

    public init(arrayLiteral words: String...) { self.init(words) }
}
