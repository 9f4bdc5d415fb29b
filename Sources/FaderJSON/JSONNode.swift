/// A value in a JSON text, with the offset at which it begins. Numbers keep their spelling, and objects keep the order of their members.
public struct JSONNode: Sendable, Equatable {
    /// The offset of the value's first byte.
    public let offset: Int
    /// The value itself.
    public let content: Content

    /// The kinds of values.
    public enum Content: Sendable, Equatable {
        case null
        case flag(Bool)
        /// A number with its spelling, for example `-6.0`.
        case number(spelling: String)
        case text(String)
        case list([JSONNode])
        /// `{…}`; no two members have the same key.
        case object([Member])
    }

    /// A key and its value.
    public struct Member: Sendable, Equatable {
        /// The key without its quotes and escapes.
        public let key: String
        /// The offset of the key's opening quote.
        public let keyOffset: Int
        /// The value.
        public let value: JSONNode
    }
}
