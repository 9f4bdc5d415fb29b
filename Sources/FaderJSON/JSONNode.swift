/// A value in a JSON text, with the offset at which it begins. Numbers keep their spelling, and objects keep the order of their members.
public struct JSONNode: Sendable, Equatable {
    public let offset: Int
    public let content: Content

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

    public struct Member: Sendable, Equatable {
        /// The key without its quotes and escapes.
        public let key: String
        /// The offset of the key's opening quote.
        public let keyOffset: Int
        public let value: JSONNode
    }
}
