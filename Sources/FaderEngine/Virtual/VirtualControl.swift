public import FaderConsole

/// A control of the virtual surface, by the names that a Mackie Control's have: `fader.1`, `encoder.1`, `mute.1`, `play`.
public struct VirtualControl: Sendable, Equatable {
    /// What a hand can do with it.
    public enum Kind: Sendable, Equatable {
        /// Move and touch it. The master is the ninth, 8.
        case fader(Int)
        /// Turn it. The controller number that says so, and the place of its ring; the jog wheel has none.
        case encoder(number: UInt8, ring: Int?)
        /// Press it: the note that says so.
        case button(note: UInt8)
        /// Nothing: a lamp, by its note.
        case lamp(note: UInt8)
    }

    /// Its name.
    public let id: String
    /// What can be done with it.
    public let kind: Kind
    /// What it sends: by this a control of the configuration is the same one.
    public let input: MessageAddress

    /// All controls: the strips from the left, then what is right of them.
    public static let all: [VirtualControl] = ProtocolSpec.mackie(MackieSpec()).controls.compactMap { VirtualControl($0) }

    /// Nil for the pedal, which is no part of the surface itself.
    private init?(_ spec: ControlSpec) {
        (id, input) = (spec.id, spec.input)
        let number = UInt8(truncatingIfNeeded: spec.input.number)
        switch spec.input.kind {
        case .pitchbend: kind = .fader(Int(spec.input.channel))
        case .cc where spec.encoder != nil: kind = .encoder(number: number, ring: spec.motor.map { Int($0.number) - 0x30 })
        // From 71 on they are lamps and a relay.
        case .note: kind = number < 0x70 ? .button(note: number) : .lamp(note: number)
        default: return nil
        }
    }

    /// The button that is pressed where somebody presses this: of an encoder of a strip, the one below its knob. Nil where there is none.
    public var key: UInt8? {
        switch kind {
        case .button(let note): note
        case .encoder(_, let ring?): 0x20 + UInt8(ring)
        case .encoder, .fader, .lamp: nil
        }
    }

    /// Whether it has a lamp.
    public var lamp: UInt8? {
        switch kind {
        // Those of the encoders and the foot switches have none.
        case .button(let note): (0x20...0x27).contains(note) || (0x66...0x67).contains(note) ? nil : note
        case .lamp(let note): note
        case .fader, .encoder: nil
        }
    }
}
