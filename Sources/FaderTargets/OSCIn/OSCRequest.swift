internal import FaderValues

/// A request of a program over OSC.
public struct OSCRequest: Sendable, Equatable {
    public enum Act: Sendable, Equatable {
        /// 0…1.
        case position(Double)
        /// Numbers or a word, for a parameter or compound.
        case value([Double], word: String?)
        /// Set a parameter or compound as if this were typed.
        case text(String)
        case press
        case recall

        /// A newer request of the same kind makes the older one void.
        fileprivate var kind: Int {
            switch self {
            case .position: 0
            case .value: 1
            case .text: 2
            case .press: 3
            case .recall: 4
            }
        }

        var isHeavy: Bool { kind > 2 }

        /// The form of the value that the sender knows from this request.
        var form: OSCState.Forms? {
            switch self {
            case .position: .position
            case .value: .value
            case .text: .text
            case .press, .recall: nil
            }
        }
    }

    public let act: Act
    /// The id of a parameter or compound, or the name of a snapshot.
    public let subject: String
    /// The sender's address for people: `192.168.1.7`.
    public let sender: String

    struct Key: Hashable {
        fileprivate let kind: Int
        fileprivate let subject: String
        fileprivate let sender: String
    }

    /// Two presses by two people are two presses; of values the newest counts, whoever sent it.
    var key: Key { Key(kind: act.kind, subject: subject, sender: act == .press ? sender : "") }
}

enum OSCCall: Equatable {
    case request(OSCRequest.Act, String)
    case subscribe(IDPatterns)
    /// A button was let go.
    case release

    var isHeavy: Bool {
        switch self {
        case .request(let act, _): act.isHeavy
        case .subscribe: true
        case .release: false
        }
    }

    /// The longest id or name, and the most patterns of a subscription: each is compared with every id.
    private static let (longest, patterns) = (512, 16)

    init?(_ message: OSCMessage) {
        let parts = message.address.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
        guard message.address.utf8.count <= Self.longest, let verb = parts.first else { return nil }
        let (subject, arguments) = (parts.count > 1 ? String(parts[1]) : "", message.arguments)
        let words = arguments.compactMap(\.word).filter { $0.utf8.count <= 65536 }
        let numbers = arguments.compactMap(\.number)
        switch (verb, subject.isEmpty) {
        case ("position", false):
            guard let number = numbers.first, number.isFinite else { return nil }
            self = .request(.position(min(max(number, 0), 1)), subject)
        case ("value", false):
            guard !arguments.isEmpty, words.count + numbers.count == arguments.count, !numbers.contains(where: \.isNaN) else { return nil }
            self = .request(.value(Array(numbers.prefix(4)), word: words.first), subject)
        case ("text", false):
            guard let word = words.first else { return nil }
            self = .request(.text(word), subject)
        case ("press", false): self = numbers.first == 0 ? .release : .request(.press, subject)
        case ("recall", true):
            guard let name = words.first, name.utf8.count <= Self.longest else { return nil }
            self = numbers.first == 0 ? .release : .request(.recall, name)
        case ("subscribe", true):
            guard words.count <= Self.patterns, words.allSatisfy({ $0.utf8.count <= Self.longest }) else { return nil }
            self = .subscribe(IDPatterns(words.contains("") ? [] : words))
        default: return nil
        }
    }
}

extension OSCMessage.Argument {
    fileprivate var word: String? {
        switch self {
        case .text(let text): text
        case .color(let number): StripColor(number: number >> 8).text
        case .integer, .float, .flag, .long, .double, .blob: nil
        }
    }
}
