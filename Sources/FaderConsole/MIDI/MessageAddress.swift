/// Which message on which channel: what a control sends, or what its motor listens to.
///
/// Channels are 0-based here and 1-based in text. `description` and `init(parsing:)` are inverses.
public struct MessageAddress: Hashable, Sendable, CustomStringConvertible {
    /// The kind of message.
    public var kind: MessageKind
    /// Channel 0…15. It comes before the number, so that the three leave no gap and are copied as one word.
    public var channel: UInt8
    /// Controller, note or parameter number; 0 if the kind has none.
    public var number: UInt16

    /// An address from its parts; the caller has checked their ranges.
    public init(_ kind: MessageKind, number: UInt16 = 0, channel: UInt8 = 0) {
        self.kind = kind
        self.number = number
        self.channel = channel
    }

    /// As in the config: `cc 7 ch 1`, `pitchbend ch 3`.
    public var description: String {
        let name = kind.rawValue
        guard kind.maximumNumber != nil else { return "\(name) ch \(channel + 1)" }
        return "\(name) \(number) ch \(channel + 1)"
    }

    /// Reads the config's form. Words are separated by white space; the channel is 1…16.
    public init(parsing text: some StringProtocol) throws(MessageSyntaxError) {
        var words = text.split(separator: " ").flatMap { $0.split(separator: "\t") }.map { String($0) }[...]
        guard let first = words.popFirst() else { throw .empty }
        guard let kind = MessageKind(rawValue: first) else { throw .unknownKind(first) }
        var number: UInt16 = 0
        if let highest = kind.maximumNumber {
            guard let word = words.popFirst() else { throw .missingNumber(kind) }
            guard let parsed = UInt16(word), parsed <= highest else { throw .number(word, kind) }
            number = parsed
        }
        guard words.popFirst() == "ch", let word = words.popFirst() else { throw .missingChannel(kind) }
        guard let channel = UInt8(word), (1...16).contains(channel) else { throw .channel(word) }
        guard words.isEmpty else { throw .trailing(words.joined(separator: " ")) }
        self.init(kind, number: number, channel: channel - 1)
    }
}

/// Why a text is not a message; `description` is one sentence that says what was expected.
public enum MessageSyntaxError: Error, Equatable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// The first word is not a kind of message.
    case unknownKind(String)
    /// The kind needs a number.
    case missingNumber(MessageKind)
    /// A number out of range or not a number.
    case number(String, MessageKind)
    /// No `ch C`.
    case missingChannel(MessageKind)
    /// A channel that is not 1…16.
    case channel(String)
    /// More words than the form has.
    case trailing(String)

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .empty: "expected a message such as \"cc 7 ch 1\""
        case .unknownKind(let word):
            "\"\(word)\" is no kind of message; expected one of \(MessageKind.allCases.map(\.rawValue).joined(separator: ", "))"
        case .missingNumber(let kind): "\(kind.rawValue) needs a number, as in \"\(kind.rawValue) 7 ch 1\""
        case .number(let word, let kind): "\"\(word)\" is not a number of \(kind.rawValue) (0…\(kind.maximumNumber ?? 0))"
        case .missingChannel(let kind):
            "the channel is missing; expected \"\(kind.rawValue)\(kind.maximumNumber == nil ? "" : " 7") ch 1\""
        case .channel(let word): "\"\(word)\" is not a channel (1…16)"
        case .trailing(let rest): "\"\(rest)\" is more than a message has; expected a form like \"cc 7 ch 1\""
        }
    }
}
