public struct OSCState: Sendable, Equatable {
    /// Each is sent at an address of its own.
    struct Forms: OptionSet, Sendable {
        let rawValue: UInt8
        static let position = Forms(rawValue: 1)
        static let value = Forms(rawValue: 2)
        static let text = Forms(rawValue: 4)
        static let all: Forms = [.position, .value, .text]
    }

    public enum Value: Sendable, Equatable {
        /// May be −∞.
        case number(Double)
        /// An integer, a toggle as 0 and 1, or whether a trigger is running.
        case whole(Int32)
        /// The id of an option, a text, or a color as `#rrggbb`.
        case word(String)
        case pair(Double, Double)
    }

    let id: String
    let position: Float?
    let value: Value
    let text: String?
    let isKnown: Bool

    /// `position` is 0…1; nil for a text, a trigger or a compound. `text` is nil for a trigger.
    public init(id: String, position: Double?, value: Value, text: String?, isKnown: Bool = true) {
        self.isKnown = isKnown
        (self.id, self.position, self.value, self.text) = (id, position.map { Float($0) }, value, text)
    }

    func difference(from other: OSCState) -> Forms {
        guard isKnown == other.isKnown else { return .all }
        var forms: Forms = []
        if position != other.position { forms.insert(.position) }
        if value != other.value { forms.insert(.value) }
        if text != other.text { forms.insert(.text) }
        return forms
    }

    func messages(_ forms: Forms) -> [OSCMessage] {
        guard isKnown else { return [] }
        var messages: [OSCMessage] = []
        if forms.contains(.position), let position {
            messages.append(OSCMessage(address: "/position/" + id, arguments: [.float(position)]))
        }
        if forms.contains(.value) { messages.append(OSCMessage(address: "/value/" + id, arguments: value.arguments)) }
        if forms.contains(.text), let text { messages.append(OSCMessage(address: "/text/" + id, arguments: [.text(text)])) }
        return messages
    }
}

extension OSCState.Value {
    fileprivate var arguments: [OSCMessage.Argument] {
        switch self {
        case .number(let number): [.float(Self.finite(number))]
        case .whole(let number): [.integer(number)]
        case .word(let word): [.text(word)]
        case .pair(let low, let high): [.float(Self.finite(low)), .float(Self.finite(high))]
        }
    }

    private static func finite(_ number: Double) -> Float { Float(number == -.infinity ? OSCValue.silence : number) }
}

public struct OSCUpdate: Sendable {
    /// Whether these are the states of all parameters and compounds, as with a new configuration.
    let isWhole: Bool
    /// The states, with their indices among all of them.
    let states: [(index: Int, state: OSCState)]

    /// `isWhole`: whether these are all states, in order.
    public init(isWhole: Bool, _ states: [(index: Int, state: OSCState)]) { (self.isWhole, self.states) = (isWhole, states) }
}
