public import FaderConsole

/// A control of the virtual surface. Its name is the one on a Mackie Control: `fader.1`, `encoder.1`, `mute.1`, `play`.
public struct VirtualControl: Sendable, Equatable {
    /// What a hand can do with it.
    public enum Kind: Sendable, Equatable {
        /// It can be moved and touched. The master is the ninth: 8.
        case fader(Int)
        /// It can be turned. The controller number that it sends, and the index of its ring; the jog wheel has none.
        case encoder(number: UInt8, ring: Int?)
        /// It can be pressed: the note that it sends.
        case button(note: UInt8)
        /// Nothing: it is a lamp, with its note.
        case lamp(note: UInt8)
    }

    /// Its name.
    public let id: String
    /// What can be done with it.
    public let kind: Kind
    /// What it sends. A control of the configuration with the same input is the same control.
    public let input: MessageAddress

    /// All controls: the strips from the left, then the controls to the right of them.
    public static let all: [VirtualControl] = ProtocolSpec.mackie(MackieSpec()).controls.compactMap { VirtualControl($0) }

    /// Nil for the pedal, which is not part of the surface itself.
    private init?(_ spec: ControlSpec) {
        (id, input) = (spec.id, spec.input)
        let number = UInt8(truncatingIfNeeded: spec.input.number)
        switch spec.input.kind {
        case .pitchbend: kind = .fader(Int(spec.input.channel))
        case .cc where spec.encoder != nil: kind = .encoder(number: number, ring: spec.motor.map { Int($0.number) - 0x30 })
        // From 0x70 on, notes are lamps and a relay.
        case .note: kind = number < 0x70 ? .button(note: number) : .lamp(note: number)
        default: return nil
        }
    }

    /// The button that a press on this control presses: for a strip's encoder, the one below its knob. Nil if there is none.
    public var key: UInt8? {
        switch kind {
        case .button(let note): note
        case .encoder(_, let ring?): 0x20 + UInt8(ring)
        case .encoder, .fader, .lamp: nil
        }
    }

    /// The note of its lamp; nil if it has none.
    public var lamp: UInt8? {
        switch kind {
        // The buttons of the encoders and the foot switches have no lamp.
        case .button(let note): (0x20...0x27).contains(note) || (0x66...0x67).contains(note) ? nil : note
        case .lamp(let note): note
        case .fader, .encoder: nil
        }
    }
}
