/// A control of a sound card's mixer, as alsamixer shows it.
public struct MixerTargetSpec: Sendable, Hashable {
    /// What of the control is bound.
    public enum Property: Sendable, Hashable {
        case volume
        /// The switch that mutes it, or turns it on.
        case `switch`
        /// The item chosen of an enumeration: the names of the items, in the order of the parameter's options.
        case item([String])
    }

    /// The card's id or number, as in `/proc/asound/cards`; or any name that ALSA opens a mixer by, as `default`.
    public var card: String
    /// The control's name.
    public var control: String
    /// Which of several controls with that name, from 0.
    public var index: Int
    /// Its capture side; its playback side if not.
    public var isCapture: Bool
    /// What of it.
    public var property: Property

    /// A target from its parts.
    public init(card: String, control: String, index: Int = 0, isCapture: Bool = false, property: Property = .volume) {
        self.card = card
        self.control = control
        self.index = index
        self.isCapture = isCapture
        self.property = property
    }

    var name: String {
        let word =
            switch property {
            case .volume: ""
            case .switch: " switch"
            case .item: " item"
            }
        return "alsa \(card) \(control)" + (index == 0 ? "" : ",\(index)") + (isCapture ? " capture" : "") + word
    }
}
