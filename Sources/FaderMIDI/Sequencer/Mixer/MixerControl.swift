/// One property of one side of a control of a card's mixer.
public struct MixerControl: Sendable, Hashable {
    /// What is read and set, and in which unit.
    public enum Property: Sendable, Hashable {
        /// The level of the loudest channel in dB; −∞ if it is silent.
        case decibels
        /// The level of the loudest channel as the fraction of its travel that alsamixer shows, 0…1.
        case volume
        /// 1 if any channel is on, else 0.
        case `switch`
        case item([String])
    }

    public var name: String
    /// Which of the controls with that name, from 0.
    public var index: Int
    public var isCapture: Bool
    public var property: Property

    public init(name: String, index: Int = 0, isCapture: Bool = false, property: Property) {
        self.name = name
        self.index = index
        self.isCapture = isCapture
        self.property = property
    }
}

public enum MixerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no such card, or it has been unplugged.
    case absent(card: String)
    /// This user may not open it.
    case denied(card: String)
    /// The card has no control of that name; it has these.
    case unknown(control: String, among: [String])
    case lacks(control: String, what: String)
    case failed(call: String, errno: Int32)

    /// How many names are listed: a device can say that it has thousands.
    private static let mostNames = 100

    private static func list(_ names: [String]) -> String {
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return names.isEmpty ? "none" : names.prefix(mostNames).joined(separator: ", ") + more
    }

    public var description: String {
        switch self {
        case .absent(let card): "there is no card \"\(card)\""
        case .denied(let card): "no permission to open the mixer of card \"\(card)\"; add this user to the group audio and log in again"
        case .unknown(let control, let names):
            "the card has no control \"\(control)\"; it has \(Self.list(names))"
        case .lacks(let control, let what): "\"\(control)\" has no \(what)"
        case .failed(let call, let code): "the mixer refused \(call): \(SequencerError.text(of: code)) (errno \(code))"
        }
    }
}
