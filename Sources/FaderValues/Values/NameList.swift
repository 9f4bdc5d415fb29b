/// A list of the config: names that parameters, strips and pages are made for.
public struct NameList: Sendable, Equatable {
    public struct Entry: Sendable, Equatable {
        /// A part of ids.
        public let word: String
        /// For people.
        public let label: String
        /// As the config has it.
        public let color: String?
        /// On displays; nil: `label`.
        public let short: String?
        /// In templates; nil: its place in the list, from 1.
        public let number: Int?

        public init(word: String, label: String, color: String? = nil, short: String? = nil, number: Int? = nil) {
            (self.word, self.label, self.color, self.short, self.number) = (word, label, color, short, number)
        }
    }

    /// In templates: `ch` for `{ch}`.
    public let name: String
    /// In the order of the file.
    public let entries: [Entry]

    public init(name: String, entries: [Entry]) { (self.name, self.entries) = (name, entries) }
}
