/// A list of the config: names that parameters, strips and pages are made for.
public struct NameList: Sendable, Equatable {
    /// One of the names.
    public struct Entry: Sendable, Equatable {
        /// The part of ids that refers to it.
        public let word: String
        /// What people read.
        public let label: String

        /// A name from its parts.
        public init(word: String, label: String) { (self.word, self.label) = (word, label) }
    }

    /// What templates call it: `ch` for `{ch}`.
    public let name: String
    /// In the order of the file; the first has the number 1.
    public let entries: [Entry]

    /// A list from its parts.
    public init(name: String, entries: [Entry]) { (self.name, self.entries) = (name, entries) }
}
