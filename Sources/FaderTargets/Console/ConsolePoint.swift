internal import FaderValues

/// One value of a console, or one thing that it does: where it is, and how it is written.
public struct ConsolePoint: Sendable, Equatable {
    public enum Form: Sendable, Equatable {
        case scale(ConsoleLaw, Notation = .part)
        /// The place on the parameter's travel, spread from one number to another.
        case travel(low: Double, high: Double)
        /// A whole number, the parameter's own.
        case whole
        /// 0 or 1. `isInverted`: 1 is off, as for a mute, which consoles keep as "is heard".
        case flag(isInverted: Bool)
        /// The number of the first option; the others follow.
        case choice(first: Int)
        /// The number of a scene, which the parameter has by its name.
        case scene
        case words([String])
        case text(bytes: Int)
    }

    /// How a number of a law is written.
    public enum Notation: Sendable, Equatable {
        /// From 0 to 1.
        case part
        /// As the value that it stands for, and as `silence` if that is −∞.
        case value(silence: Double)
        /// As a whole number from 0 to `most`.
        case whole(most: Int)
        /// As the value times `scale`, a whole number, and as `silence` if it is −∞.
        case integer(scale: Double, silence: Int)
    }

    static let muteKeys = "kind: toggle, words: [open, muted]"

    /// The level of a strip among those that the console sends. Of several numbers the loudest counts.
    public struct Meter: Sendable, Hashable {
        /// The address of the message, such as `/meters/0`.
        public var address: String
        /// The places in the message, from 0.
        public var places: Range<Int>

        public init(_ address: String, _ places: Range<Int>) { (self.address, self.places) = (address, places) }
    }

    /// The addresses at which the console has the name and color of a strip.
    public struct Look: Sendable, Equatable {
        /// The address of the name; nil if this is not called as the strip is.
        public var name: String?
        /// The address of the color; nil if strips have none.
        public var color: String?

        var addresses: [String] { [name, color].compactMap { $0 } }
    }

    /// The address where the console tells it. With `index`, `{}` stands for the number that is told there.
    public var address: String
    /// Where it is written; nil: at the same address.
    public var action: String?
    /// Where the console tells which preamplifier a channel has; nil for everything else.
    public var index: String?
    public var form: Form
    /// The keys that a parameter has because of it, in YAML.
    public var keys: String
    public var meter: Meter?
    public var look: Look?
    /// What that strip is called among those that can be selected; nil if it cannot be.
    public var strip: String?
    /// Whether it is the fader of a DCA, which moves what others hear.
    public var isMaster = false

    public init(_ address: String, _ form: Form, _ keys: String, index: String? = nil, action: String? = nil, meter: Meter? = nil) {
        (self.address, self.form, self.keys) = (address, form, keys)
        (self.index, self.action, self.meter) = (index, action, meter)
    }

    /// The address for people, and to tell it from others.
    public var name: String { index.map { address.replacing("{}", with: "{\($0)}") } ?? address }
}
