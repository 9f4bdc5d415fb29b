/// The kinds of MIDI message a control can send or listen to, by their words in the config.
///
/// `cc14`, `nrpn` and `rpn` consist of several controller messages on the wire and carry 14 bits.
public enum MessageKind: String, Sendable, CaseIterable {
    /// Control change, 7 bits.
    case cc
    /// A pair of control changes: MSB on controller N (0…31), LSB on N+32.
    case cc14
    /// Pitch bend, 14 bits, center 8192.
    case pitchbend
    /// Note on with its velocity; a note off and a note on with velocity 0 are both raw 0.
    case note
    case pressure
    case polypressure
    case program
    /// Non-registered parameter number (0…16383), 14 bits by data entry.
    case nrpn
    /// Registered parameter number (0…16383), 14 bits by data entry.
    case rpn

    /// How many messages on the wire one value takes.
    var messageCount: Int {
        switch self {
        case .cc, .note, .pitchbend, .pressure, .polypressure, .program: 1
        case .cc14: 2
        case .nrpn, .rpn: 4
        }
    }

    /// The highest raw value: 127 or 16383.
    public var maximumRaw: UInt32 {
        switch self {
        case .cc14, .pitchbend, .nrpn, .rpn: 16383
        case .cc, .note, .pressure, .polypressure, .program: 127
        }
    }

    /// The highest number in the message; nil if it has no number.
    public var maximumNumber: UInt16? {
        switch self {
        case .cc, .note, .polypressure: 127
        case .cc14: 31
        case .nrpn, .rpn: 16383
        case .pitchbend, .pressure, .program: nil
        }
    }

    /// Whether a single value of it can be a button of its own: `program ch 1 = 3`.
    public var canNameValue: Bool {
        switch self {
        case .cc, .note, .program: true
        case .cc14, .pitchbend, .pressure, .polypressure, .nrpn, .rpn: false
        }
    }
}
