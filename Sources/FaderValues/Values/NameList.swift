/// A list of the config: names that parameters, strips and pages are made for.
public struct NameList: Sendable, Equatable {
    public struct Entry: Sendable, Equatable {
        /// The part of ids that refers to it.
        public let word: String
        /// For people.
        public let label: String
        /// Its color, as the config has it; nil: none.
        public let color: String?
        /// The label on displays; nil: `label`.
        public let short: String?
        /// Its number in templates; nil: its place in the list, from 1.
        public let number: Int?

        public init(word: String, label: String, color: String? = nil, short: String? = nil, number: Int? = nil) {
            (self.word, self.label, self.color, self.short, self.number) = (word, label, color, short, number)
        }
    }

    /// Its name in templates: `ch` for `{ch}`.
    public let name: String
    /// In the order of the file.
    public let entries: [Entry]

    public init(name: String, entries: [Entry]) { (self.name, self.entries) = (name, entries) }
}
