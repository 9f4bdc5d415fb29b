/// A list of the config: names that parameters, strips and pages are made for.
public struct NameList: Sendable, Equatable {
    /// One of the names.
    public struct Entry: Sendable, Equatable {
        /// The part of ids that refers to it.
        public let word: String
        /// The label for people.
        public let label: String
        /// Its color, as the config has it; nil: none.
        public let color: String?
        /// The label on displays; nil: `label`.
        public let short: String?

        /// A name from its parts.
        public init(word: String, label: String, color: String? = nil, short: String? = nil) {
            (self.word, self.label, self.color, self.short) = (word, label, color, short)
        }
    }

    /// Its name in templates: `ch` for `{ch}`.
    public let name: String
    /// In the order of the file; the first has the number 1.
    public let entries: [Entry]

    /// A list from its parts.
    public init(name: String, entries: [Entry]) { (self.name, self.entries) = (name, entries) }
}
