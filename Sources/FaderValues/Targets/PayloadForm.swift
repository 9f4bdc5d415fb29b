/// How a value is written as a payload, and read from one.
public struct PayloadForm: Sendable, Equatable {
    /// The numbers for the beginning and the end of the travel; the second may be lower.
    public struct Range: Sendable, Equatable {
        public var low: Double
        public var high: Double

        /// Two numbers that differ.
        public init(_ low: Double, _ high: Double) { (self.low, self.high) = (low, high) }
    }

    /// Where in a JSON payload the value is, key by key; empty: the value is the payload.
    public var path: [String]
    /// Nil: a number is the value itself, anything else is a word.
    public var range: Range?
    /// How many steps the range, or without one the parameter's range, is divided into.
    public var steps: Int?
    /// The words of a toggle or choice; empty: `OFF` and `ON`, or the ids of the options.
    public var words: [String]
    /// The payload to write, with `{value}` for the value; nil: the value, at its path.
    public var payload: String?

    public init(path: [String] = [], range: Range? = nil, steps: Int? = nil, words: [String] = [], payload: String? = nil) {
        (self.path, self.range, self.steps, self.words, self.payload) = (path, range, steps, words, payload)
    }

    /// The path, as names of targets end with it; empty if the value is the payload.
    public var suffix: String { path.isEmpty ? "" : " \(path.joined(separator: "."))" }
}
