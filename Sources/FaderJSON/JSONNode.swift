/// A value of a JSON text, with the byte it begins at. Numbers keep their spelling, objects the order of their members.
public struct JSONNode: Sendable, Equatable {
    /// The first byte of the value.
    public let offset: Int
    /// What it is.
    public let content: Content

    /// What a value can be.
    public enum Content: Sendable, Equatable {
        /// `null`
        case null
        /// `true` or `false`
        case flag(Bool)
        /// A number as it is spelled: `-6.0`.
        case number(spelling: String)
        /// A text without its quotes and escapes.
        case text(String)
        /// `[…]`
        case list([JSONNode])
        /// `{…}`; no two members have the same key.
        case object([Member])
    }

    /// A key and its value.
    public struct Member: Sendable, Equatable {
        /// The key without its quotes and escapes.
        public let key: String
        /// The first byte of the key, which is its quote.
        public let keyOffset: Int
        /// The value.
        public let value: JSONNode
    }
}
