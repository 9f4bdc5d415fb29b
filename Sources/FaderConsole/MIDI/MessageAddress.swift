/// Which message on which channel: what a control sends, or what its motor listens to.
///
/// Channels are 0-based here and 1-based in text. `description` and `init(parsing:)` are inverses.
///
/// What a control sends may also name a value, as `program ch 1 = 3`: only the message with this value is the control's. And a `cc14` may
/// name both halves, as `cc14 7/39 ch 1`. Both are kept in the upper bits of `number`, which are 0 in every message that a port receives.
public struct MessageAddress: Hashable, Sendable, CustomStringConvertible {
    public var kind: MessageKind
    /// 0…15. It comes before the number, so that the three leave no gap and are copied as one word.
    public var channel: UInt8
    /// Controller, note or parameter number; 0 if the kind has none. If bit 0x8000 is set, the lower seven bits are that number (the
    /// controller of the MSB of a `cc14`), and bits 8 to 14 are the value, or the controller of the LSB.
    public var number: UInt16

    /// An address from its parts; the caller has checked their ranges.
    public init(_ kind: MessageKind, number: UInt16 = 0, channel: UInt8 = 0) {
        self.kind = kind
        self.number = number
        self.channel = channel
    }

    /// A `cc14` from the controllers of its halves, each 0…127.
    public init(msb: UInt16, lsb: UInt16, channel: UInt8 = 0) {
        self.init(.cc14, number: msb < 32 && lsb == msb + 32 ? msb : Self.naming(msb, lsb), channel: channel)
    }

    private static func naming(_ number: UInt16, _ second: UInt16) -> UInt16 { 0x8000 | second << 8 | number }

    private var second: UInt16? { number < 0x8000 ? nil : number >> 8 & 0x7F }

    /// The value that it names: only the message with this value is meant. Nil if it means any value.
    public var value: UInt32? { kind == .cc14 ? nil : second.map { UInt32($0) } }

    public var anyValue: MessageAddress { value == nil ? self : MessageAddress(kind, number: number & 0x7F, channel: channel) }

    /// The same address with a value, 0…127. Only for kinds that can name one.
    public func naming(_ value: UInt8) -> MessageAddress {
        precondition(kind.canNameValue, "a \(kind.rawValue) names no value")
        return MessageAddress(kind, number: Self.naming(number & 0x7F, UInt16(value)), channel: channel)
    }

    /// The two controllers of a `cc14`, for its upper and its lower seven bits.
    public var halves: (msb: MessageAddress, lsb: MessageAddress) {
        let (msb, lsb) = second.map { (number & 0x7F, $0) } ?? (number, number + 32)
        return (MessageAddress(.cc, number: msb, channel: channel), MessageAddress(.cc, number: lsb, channel: channel))
    }

    /// Whether it is a `cc14` whose halves are not controllers N and N+32, so that it cannot be sent as one message.
    public var namesHalves: Bool { kind == .cc14 && number >= 0x8000 }

    /// As in the config: `cc 7 ch 1`, `pitchbend ch 3`, `program ch 1 = 3`, `cc14 39/7 ch 1`.
    public var description: String {
        let value = value.map { " = \($0)" } ?? ""
        guard kind.maximumNumber != nil else { return "\(kind.rawValue) ch \(channel + 1)\(value)" }
        let number = namesHalves ? "\(halves.msb.number)/\(halves.lsb.number)" : "\(anyValue.number)"
        return "\(kind.rawValue) \(number) ch \(channel + 1)\(value)"
    }

    /// Words are separated by white space; the channel is 1…16.
    public init(parsing text: some StringProtocol) throws(MessageSyntaxError) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        var words = (sides.first ?? "").split { $0 == " " || $0 == "\t" }.map { String($0) }[...]
        guard let first = words.popFirst() else { throw .empty }
        guard let kind = MessageKind(rawValue: first) else { throw .unknownKind(first) }
        var number: UInt16 = 0
        if kind.maximumNumber != nil {
            guard let word = words.popFirst() else { throw .missingNumber(kind) }
            number = try Self.number(word, kind)
        }
        guard words.popFirst() == "ch", let word = words.popFirst() else { throw .missingChannel(kind) }
        guard let channel = UInt8(word), (1...16).contains(channel) else { throw .channel(word) }
        guard words.isEmpty else { throw .trailing(words.joined(separator: " ")) }
        self.init(kind, number: number, channel: channel - 1)
        guard sides.count > 1 else { return }
        self = naming(try Self.value(sides[1].split { $0 == " " || $0 == "\t" }.joined(separator: " "), kind))
    }

    /// `7`, or `7/39` for the halves of a `cc14`.
    private static func number(_ word: String, _ kind: MessageKind) throws(MessageSyntaxError) -> UInt16 {
        guard kind == .cc14, word.contains("/") else {
            guard let number = UInt16(word), number <= kind.maximumNumber ?? 0 else { throw .number(word, kind) }
            return number
        }
        let halves = word.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0).flatMap { $0 < 128 ? $0 : nil } }
        guard halves.count == 2, let msb = halves[0], let lsb = halves[1], msb != lsb else { throw .halves(word) }
        return MessageAddress(msb: msb, lsb: lsb).number
    }

    private static func value(_ word: String, _ kind: MessageKind) throws(MessageSyntaxError) -> UInt8 {
        guard kind.canNameValue else { throw .namesNoValue(kind) }
        guard let value = UInt8(word), value < 128 else { throw .value(word) }
        guard value > 0 || kind != .note else { throw .release }
        return value
    }
}

public enum MessageSyntaxError: Error, Equatable, CustomStringConvertible {
    case empty
    case unknownKind(String)
    case missingNumber(MessageKind)
    case number(String, MessageKind)
    case missingChannel(MessageKind)
    case channel(String)
    case trailing(String)
    /// These are not the two controllers of a `cc14`.
    case halves(String)
    case namesNoValue(MessageKind)
    case value(String)
    /// A note with the value 0.
    case release

    public var description: String {
        switch self {
        case .empty: "expected a message such as \"cc 7 ch 1\""
        case .unknownKind(let word):
            "\"\(word)\" is not a kind of message; expected one of \(MessageKind.allCases.map(\.rawValue).joined(separator: ", "))"
        case .missingNumber(let kind): "\(kind.rawValue) needs a number, as in \"\(kind.rawValue) 7 ch 1\""
        case .number(let word, let kind): "\"\(word)\" is not a number of \(kind.rawValue) (0…\(kind.maximumNumber ?? 0))"
        case .missingChannel(let kind):
            "the channel is missing; expected \"\(kind.rawValue)\(kind.maximumNumber == nil ? "" : " 7") ch 1\""
        case .channel("{channel}"): "{channel} stands for the channel: of a profile, and there is none here"
        case .channel(let word): "\"\(word)\" is not a channel (1…16)"
        case .trailing(let rest): "\"\(rest)\" is more than a message has; expected a form like \"cc 7 ch 1\""
        case .halves(let word):
            "\"\(word)\" does not name the controllers of the MSB and the LSB, two different numbers 0…127, as in \"cc14 7/39 ch 1\""
        case .namesNoValue(let kind):
            "a \(kind.rawValue) has a travel, so its value cannot say which control it is; only that of cc, note and program can"
        case .value(let word): "\"\(word)\" is not a value (0…127)"
        case .release: "a note with the value 0 is a release; a button is identified by the value of its press, 1…127"
        }
    }
}
