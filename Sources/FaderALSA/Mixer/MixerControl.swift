/// One control of a card's mixer, one side of it, and one thing about it.
public struct MixerControl: Sendable, Hashable {
    /// What is read and set, and in which numbers.
    public enum Property: Sendable, Hashable {
        /// Of the loudest channel; in dB, −∞ where it is silent.
        case decibels
        /// Of the loudest channel; as much of its travel as alsamixer shows, 0…1.
        case volume
        /// 1 where any channel is on, else 0.
        case `switch`
        /// The place of its chosen item among these.
        case item([String])
    }

    /// Its name.
    public var name: String
    /// Which of those with that name.
    public var index: Int
    /// Its capture side, or that for playback.
    public var isCapture: Bool
    /// What is read and set.
    public var property: Property

    /// A control from its parts.
    public init(name: String, index: Int = 0, isCapture: Bool = false, property: Property) {
        self.name = name
        self.index = index
        self.isCapture = isCapture
        self.property = property
    }
}

/// Why a mixer, or a control of it, cannot be used; `description` is one sentence.
public enum MixerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// There is no such card, or it has been unplugged.
    case absent(card: String)
    /// This user may not open it.
    case denied(card: String)
    /// The card has no control of that name; it has these.
    case unknown(control: String, among: [String])
    /// The control has nothing of that kind.
    case lacks(control: String, what: String)
    /// A call of libasound failed: its name and the errno it gave.
    case failed(call: String, errno: Int32)

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .absent(let card): "there is no card \"\(card)\""
        case .denied(let card): "no permission to open the mixer of card \"\(card)\"; add this user to the group audio and log in again"
        case .unknown(let control, let names):
            "the card has no control \"\(control)\"; it has \(names.isEmpty ? "none" : names.joined(separator: ", "))"
        case .lacks(let control, let what): "\"\(control)\" has no \(what)"
        case .failed(let call, let code): "the mixer refused \(call): \(SequencerError.text(of: code)) (errno \(code))"
        }
    }
}
