/// Words that select parameters. A word is the beginning of ids or, with `*` or `?` in it, a glob on whole ids.
public struct IDPatterns: Sendable, Equatable {
    public struct Word: Sendable, Equatable {
        /// As it was given.
        public let text: String
        private let glob: ClientGlob?

        fileprivate init(_ text: String) {
            self.text = text
            glob = text.contains { $0 == "*" || $0 == "?" } ? ClientGlob(text) : nil
        }

        public func matches(_ id: String) -> Bool { glob?.matches(id) ?? id.hasPrefix(text) }

        /// As part of a sentence: `begins with "drums"`, `matches "*.level"`.
        public var described: String { "\(glob == nil ? "begins with" : "matches") \"\(text.withoutControls())\"" }
    }

    /// In a request, because each word is compared with every id.
    public static let most = 100

    /// Without any, every parameter is selected.
    public let words: [Word]

    public init(_ words: [String]) { self.words = words.map(Word.init) }

    /// No id contains a comma.
    public init(separatedByCommas text: String) { self.init(text.split(separator: ",").map { String($0) }) }

    /// Every parameter is selected.
    public var isEmpty: Bool { words.isEmpty }

    public func match(_ id: String) -> Bool { words.isEmpty || words.contains { $0.matches(id) } }

    /// Exactly.
    public func name(_ id: String) -> Bool { words.contains { $0.text == id } }
}

extension IDPatterns: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// An empty word selects every parameter.
    public init(stringLiteral word: String) { self.init(word.isEmpty ? [] : [word]) }

    public init(arrayLiteral words: String...) { self.init(words) }
}
