/// How a value is written as a payload, and read from one.
public struct PayloadForm: Sendable, Equatable {
    /// Where in a JSON payload the value is, key by key; empty: the value is the payload.
    public var path: [String]
    /// The numbers for the beginning and the end of the travel. Nil: a number is the value itself, anything else is a word.
    public var range: MQTTTargetSpec.Range?
    /// How many steps the range, or without one the parameter's range, is divided into.
    public var steps: Int?
    /// The words of a toggle or choice; empty: `OFF` and `ON`, or the ids of the options.
    public var words: [String]
    /// The payload to write, with `{value}` for the value; nil: the value, at its path.
    public var payload: String?

    /// A form from its parts.
    public init(path: [String] = [], range: MQTTTargetSpec.Range? = nil, steps: Int? = nil, words: [String] = [], payload: String? = nil) {
        (self.path, self.range, self.steps, self.words, self.payload) = (path, range, steps, words, payload)
    }
}

extension MQTTTargetSpec {
    /// How the value is written and read.
    public var form: PayloadForm { PayloadForm(path: path, range: range, steps: steps, words: words, payload: payload) }
}
