internal import CALSA
internal import FaderConsole

/// What an event means to faderd. The port that it was sent to tells the surface.
enum SequencerEvent: Equatable {
    case message(MIDIMessage)
    /// Bytes of a system exclusive message, which the event points to.
    case systemExclusive(length: Int)
    /// A MIDI message that no control can use: its status byte and its length in bytes.
    case other(status: UInt8, length: Int)
    /// Somebody connects the port that the event was sent to; `sender` will send.
    case subscribed(sender: PortAddress)
    /// A connection of the port that the event was sent to is gone.
    case unsubscribed
    /// A connection of that port is complete, as the watcher has seen.
    case settled
    /// Not MIDI, or with fields that are out of range for MIDI.
    case ignored

    var content: MessageContent? {
        switch self {
        case .message(let message): .message(message)
        case .systemExclusive(let length): .systemExclusive(length: length)
        case .other(let status, let length): .other(status: status, length: length)
        case .subscribed, .unsubscribed, .settled, .ignored: nil
        }
    }

    /// Never traps: any program may send events with any bits in any field.
    @inline(__always)
    init(_ event: snd_seq_event_t) {
        switch unsafe snd_seq_event_type(UInt32(event.type)) {
        case SND_SEQ_EVENT_CONTROLLER: self = Self.numbered(.cc, unsafe event.data.control)
        case SND_SEQ_EVENT_PITCHBEND: self = Self.bend(unsafe event.data.control)
        case SND_SEQ_EVENT_NOTEON: self = Self.key(.note, unsafe event.data.note, velocity: unsafe event.data.note.velocity)
        case SND_SEQ_EVENT_NOTEOFF: self = Self.key(.note, unsafe event.data.note, velocity: 0)
        case SND_SEQ_EVENT_KEYPRESS: self = Self.key(.polypressure, unsafe event.data.note, velocity: unsafe event.data.note.velocity)
        case SND_SEQ_EVENT_CHANPRESS: self = Self.plain(.pressure, unsafe event.data.control)
        case SND_SEQ_EVENT_PGMCHANGE: self = Self.plain(.program, unsafe event.data.control)
        case SND_SEQ_EVENT_CONTROL14: self = Self.controller14(unsafe event.data.control)
        case SND_SEQ_EVENT_NONREGPARAM: self = Self.numbered(.nrpn, unsafe event.data.control)
        case SND_SEQ_EVENT_REGPARAM: self = Self.numbered(.rpn, unsafe event.data.control)
        case SND_SEQ_EVENT_PORT_SUBSCRIBED: self = .subscribed(sender: PortAddress(unsafe event.data.connect.sender))
        case SND_SEQ_EVENT_PORT_UNSUBSCRIBED: self = .unsubscribed
        case SND_SEQ_EVENT_USR0: self = .settled
        // Without the flag the event does not point to any bytes.
        case SND_SEQ_EVENT_SYSEX where unsafe Int32(event.flags) & SND_SEQ_EVENT_LENGTH_MASK != SND_SEQ_EVENT_LENGTH_VARIABLE:
            self = .ignored
        case SND_SEQ_EVENT_SYSEX: self = .systemExclusive(length: unsafe Self.bytes(of: event).count)
        case let type: self = Self.system(type)
        }
    }

    /// The bytes that a `.systemExclusive` event points to, in the buffer that the event was read into.
    @inline(never)
    static func bytes(of event: snd_seq_event_t) -> UnsafeRawBufferPointer {
        // After the length, not aligned. The two highest bits of the length are the kernel's flags.
        let start = unsafe withUnsafeBytes(of: event.data) { unsafe $0.loadUnaligned(fromByteOffset: 4, as: UnsafeRawPointer?.self) }
        let length = unsafe Int(event.data.raw32.d.0 & 0x3FFF_FFFF)
        return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    }

    /// Controllers above 31 have no LSB: there it is a plain one.
    private static func controller14(_ data: snd_seq_ev_ctrl_t) -> Self { numbered(data.param <= 31 ? .cc14 : .cc, data) }

    private static func bend(_ data: snd_seq_ev_ctrl_t) -> Self {
        guard data.channel < 16, (-8192...8191).contains(data.value) else { return .ignored }
        return .message(MIDIMessage(MessageAddress(.pitchbend, channel: data.channel), raw: UInt32(data.value + 8192)))
    }

    private static func plain(_ kind: MessageKind, _ data: snd_seq_ev_ctrl_t) -> Self {
        guard data.channel < 16, data.value >= 0, UInt32(data.value) <= kind.maximumRaw else { return .ignored }
        return .message(MIDIMessage(MessageAddress(kind, channel: data.channel), raw: UInt32(data.value)))
    }

    private static func numbered(_ kind: MessageKind, _ data: snd_seq_ev_ctrl_t) -> Self {
        guard data.channel < 16, data.value >= 0, UInt32(data.value) <= kind.maximumRaw, let highest = kind.maximumNumber,
            data.param <= UInt32(highest)
        else { return .ignored }
        let address = MessageAddress(kind, number: UInt16(data.param), channel: data.channel)
        return .message(MIDIMessage(address, raw: UInt32(data.value)))
    }

    private static func key(_ kind: MessageKind, _ data: snd_seq_ev_note_t, velocity: UInt8) -> Self {
        guard data.channel < 16, data.note < 128, velocity < 128 else { return .ignored }
        let address = MessageAddress(kind, number: UInt16(data.note), channel: data.channel)
        return .message(MIDIMessage(address, raw: UInt32(velocity)))
    }

    /// System common and real-time messages, by their status bytes in the MIDI 1.0 specification.
    private static func system(_ type: snd_seq_event_type) -> Self {
        switch type {
        case SND_SEQ_EVENT_QFRAME: .other(status: 0xF1, length: 2)
        case SND_SEQ_EVENT_SONGPOS: .other(status: 0xF2, length: 3)
        case SND_SEQ_EVENT_SONGSEL: .other(status: 0xF3, length: 2)
        case SND_SEQ_EVENT_TUNE_REQUEST: .other(status: 0xF6, length: 1)
        case SND_SEQ_EVENT_CLOCK: .other(status: 0xF8, length: 1)
        case SND_SEQ_EVENT_TICK: .other(status: 0xF9, length: 1)
        case SND_SEQ_EVENT_START: .other(status: 0xFA, length: 1)
        case SND_SEQ_EVENT_CONTINUE: .other(status: 0xFB, length: 1)
        case SND_SEQ_EVENT_STOP: .other(status: 0xFC, length: 1)
        case SND_SEQ_EVENT_SENSING: .other(status: 0xFE, length: 1)
        case SND_SEQ_EVENT_RESET: .other(status: 0xFF, length: 1)
        default: .ignored
        }
    }
}
