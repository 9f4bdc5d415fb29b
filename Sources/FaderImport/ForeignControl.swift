struct ForeignControl {
    enum Kind: Equatable {
        case fader, knob, button
        /// An endless encoder, with the word of the config for how it counts.
        case encoder(String)
        /// The file does not say.
        case unknown
    }

    /// The first part of its id, such as `mute`, and its index, from 1, if the file gives one.
    struct Role: Equatable {
        var word: String
        var index: Int?
        /// Whether the id has an index even if the file gives none, as `fader.1` has.
        var isNumbered = false
    }

    struct Lamp: Equatable {
        var off: Int
        var on: Int
        /// Its message; nil if that is the one that the button sends.
        var message: ForeignMessage?
    }

    /// Where it is drawn, in the units of the file: its middle and size.
    struct Spot: Equatable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    var message: ForeignMessage
    var kind = Kind.unknown
    var role: Role?
    /// Its name or function in the other program.
    var label = ""
    var isInverted = false
    var hasMotor = false
    var lamp: Lamp?
    var spot: Spot?

    var relative: String? {
        guard case .encoder(let word) = kind else { return nil }
        return word
    }

    var isPressed: Bool { relative == nil && (kind == .button || !message.isContinuous) }
}
