internal import CALSA
internal import FaderConsole

extension snd_seq_event_t {
    /// One message from one of our ports to everything connected to it, without a queue. `cc14`, `nrpn` and `rpn` are one event: the kernel
    /// expands it for MIDI hardware with nothing in between.
    @inline(__always)
    init(_ message: MIDIMessage, from port: UInt8) {
        unsafe self.init(from: port)
        unsafe carry(message, from: port)
    }

    @inline(__always)
    mutating func carry(_ message: MIDIMessage, from port: UInt8) {
        unsafe source.port = port
        switch message.address.kind {
        case .note: unsafe key(SND_SEQ_EVENT_NOTEON, message)
        case .polypressure: unsafe key(SND_SEQ_EVENT_KEYPRESS, message)
        case .cc: unsafe control(SND_SEQ_EVENT_CONTROLLER, message)
        case .cc14: unsafe control(SND_SEQ_EVENT_CONTROL14, message)
        case .nrpn: unsafe control(SND_SEQ_EVENT_NONREGPARAM, message)
        case .rpn: unsafe control(SND_SEQ_EVENT_REGPARAM, message)
        case .pressure: unsafe control(SND_SEQ_EVENT_CHANPRESS, message)
        case .program: unsafe control(SND_SEQ_EVENT_PGMCHANGE, message)
        case .pitchbend: unsafe control(SND_SEQ_EVENT_PITCHBEND, message, centre: 8192)
        }
    }

    init(exclusive message: UnsafeRawBufferPointer, from port: UInt8) {
        unsafe self.init(from: port)
        unsafe type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_SYSEX.rawValue)
        unsafe flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
        unsafe pointTo(message)
    }

    mutating func pointTo(_ bytes: UnsafeRawBufferPointer) {
        unsafe withUnsafeMutableBytes(of: &data) { data in
            unsafe data.storeBytes(of: UInt32(bytes.count), as: UInt32.self)
            // Right after the length, not aligned.
            unsafe data.storeBytes(of: bytes.baseAddress, toByteOffset: 4, as: UnsafeRawPointer?.self)
        }
    }

    /// An event without a type that goes to everything connected to a port.
    init(from port: UInt8) {
        unsafe self.init()
        unsafe queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        unsafe source.port = port
        unsafe dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
        unsafe dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
    }

    /// The watcher's notice to one of our ports that a connection is complete: a user event, to that port alone.
    init(settledFor address: PortAddress, from port: UInt8) {
        unsafe self.init()
        unsafe type = UInt8(truncatingIfNeeded: SND_SEQ_EVENT_USR0.rawValue)
        unsafe queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        unsafe source.port = port
        unsafe dest = address.raw
    }

    private mutating func key(_ type: snd_seq_event_type, _ message: MIDIMessage) {
        unsafe self.type = UInt8(truncatingIfNeeded: type.rawValue)
        var note = snd_seq_ev_note_t()
        note.channel = message.address.channel
        note.note = UInt8(truncatingIfNeeded: message.address.number)
        note.velocity = UInt8(truncatingIfNeeded: message.raw)
        // A note is shorter than other data; nothing of the previous data may be left.
        unsafe data.control = snd_seq_ev_ctrl_t()
        unsafe data.note = note
    }

    private mutating func control(_ type: snd_seq_event_type, _ message: MIDIMessage, centre: Int32 = 0) {
        unsafe self.type = UInt8(truncatingIfNeeded: type.rawValue)
        var control = snd_seq_ev_ctrl_t()
        control.channel = message.address.channel
        control.param = UInt32(message.address.number)
        control.value = Int32(truncatingIfNeeded: message.raw) - centre
        unsafe data.control = control
    }
}
