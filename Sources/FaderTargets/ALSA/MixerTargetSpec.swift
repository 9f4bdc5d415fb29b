public import FaderValues

/// A control of a sound card's mixer, as alsamixer shows it.
public struct MixerTargetSpec: TargetKind {
    public enum Property: Sendable, Hashable {
        case volume
        /// The switch that mutes the control or turns it on.
        case `switch`
        /// The selected item of an enumeration: the names of the items, in the order of the parameter's options.
        case item([String])
    }

    /// The id or number, as in `/proc/asound/cards`, or any name by which ALSA opens a mixer, such as `default`.
    public var card: String
    public var control: String
    /// Which of several controls with that name, counted from 0.
    public var index: Int
    /// Whether the capture side is bound; if not, the playback side.
    public var isCapture: Bool
    public var property: Property

    public static let word = "alsa"
    public static let shownKeys = ["alsa"]

    public init(card: String, control: String, index: Int = 0, isCapture: Bool = false, property: Property = .volume) {
        self.card = card
        self.control = control
        self.index = index
        self.isCapture = isCapture
        self.property = property
    }

    public var name: String {
        let word =
            switch property {
            case .volume: ""
            case .switch: " switch"
            case .item: " item"
            }
        return "alsa \(card) \(control)" + (index == 0 ? "" : ",\(index)") + (isCapture ? " capture" : "") + word
    }
}
