import CALSA
import FaderConsole
import FaderTesting
import Testing

@testable import FaderMIDI

@Suite struct SequencerEventTests {
    private func control(_ type: snd_seq_event_type, channel: UInt8 = 0, param: UInt32 = 0, value: Int32 = 0) -> SequencerEvent {
        var event = unsafe snd_seq_event_t()
        unsafe event.type = UInt8(type.rawValue)
        unsafe event.data.control = snd_seq_ev_ctrl_t(channel: channel, unused: (0, 0, 0), param: param, value: value)
        return unsafe SequencerEvent(event)
    }

    private func note(_ type: snd_seq_event_type, _ key: UInt8, _ velocity: UInt8, channel: UInt8 = 0) -> SequencerEvent {
        var event = unsafe snd_seq_event_t()
        unsafe event.type = UInt8(type.rawValue)
        unsafe event.data.note = snd_seq_ev_note_t(channel: channel, note: key, velocity: velocity, off_velocity: 0, duration: 0)
        return unsafe SequencerEvent(event)
    }

    private func message(_ text: String, _ raw: UInt32) throws -> SequencerEvent {
        .message(MIDIMessage(try MessageAddress(parsing: text), raw: raw))
    }

    @Test("every kind is read with its number, channel and raw value")
    func kinds() throws {
        #expect(try control(SND_SEQ_EVENT_CONTROLLER, param: 7, value: 64) == message("cc 7 ch 1", 64))
        #expect(try control(SND_SEQ_EVENT_CONTROL14, channel: 1, param: 7, value: 16383) == message("cc14 7 ch 2", 16383))
        #expect(try control(SND_SEQ_EVENT_NONREGPARAM, channel: 2, param: 16383, value: 1) == message("nrpn 16383 ch 3", 1))
        #expect(try control(SND_SEQ_EVENT_REGPARAM, channel: 3, param: 0, value: 8192) == message("rpn 0 ch 4", 8192))
        #expect(try control(SND_SEQ_EVENT_CHANPRESS, channel: 4, value: 5) == message("pressure ch 5", 5))
        #expect(try control(SND_SEQ_EVENT_PGMCHANGE, channel: 15, value: 127) == message("program ch 16", 127))
        #expect(try note(SND_SEQ_EVENT_KEYPRESS, 60, 3) == message("polypressure 60 ch 1", 3))
        #expect(try note(SND_SEQ_EVENT_NOTEON, 104, 127) == message("note 104 ch 1", 127))
    }

    @Test("pitch bend is 0…16383 with its centre at 8192")
    func bend() throws {
        #expect(try control(SND_SEQ_EVENT_PITCHBEND, value: -8192) == message("pitchbend ch 1", 0))
        #expect(try control(SND_SEQ_EVENT_PITCHBEND, value: 0) == message("pitchbend ch 1", 8192))
        #expect(try control(SND_SEQ_EVENT_PITCHBEND, value: 8191) == message("pitchbend ch 1", 16383))
    }

    @Test("a note off is raw 0 whatever its velocity")
    func noteOff() throws {
        #expect(try note(SND_SEQ_EVENT_NOTEOFF, 60, 64) == message("note 60 ch 1", 0))
        #expect(try note(SND_SEQ_EVENT_NOTEON, 60, 0) == message("note 60 ch 1", 0))
    }

    @Test("a 14-bit controller above 31 is read as a plain one if its value fits")
    func controller14WithoutLSB() throws {
        #expect(try control(SND_SEQ_EVENT_CONTROL14, param: 40, value: 100) == message("cc 40 ch 1", 100))
        #expect(control(SND_SEQ_EVENT_CONTROL14, param: 40, value: 128) == .ignored)
    }

    @Test("fields outside what MIDI allows are ignored")
    func outOfRange() {
        #expect(control(SND_SEQ_EVENT_CONTROLLER, channel: 16) == .ignored)
        #expect(control(SND_SEQ_EVENT_CONTROLLER, param: 128) == .ignored)
        #expect(control(SND_SEQ_EVENT_CONTROLLER, param: .max) == .ignored)
        #expect(control(SND_SEQ_EVENT_CONTROLLER, value: -1) == .ignored)
        #expect(control(SND_SEQ_EVENT_CONTROLLER, value: .max) == .ignored)
        #expect(control(SND_SEQ_EVENT_PITCHBEND, value: 8192) == .ignored)
        #expect(control(SND_SEQ_EVENT_PITCHBEND, value: .min) == .ignored)
        #expect(control(SND_SEQ_EVENT_NONREGPARAM, param: 16384) == .ignored)
        #expect(control(SND_SEQ_EVENT_PGMCHANGE, value: 128) == .ignored)
        #expect(note(SND_SEQ_EVENT_NOTEON, 128, 1) == .ignored)
        #expect(note(SND_SEQ_EVENT_NOTEON, 1, 255) == .ignored)
        #expect(note(SND_SEQ_EVENT_NOTEON, 1, 1, channel: 255) == .ignored)
    }

    @Test("clock is reported by status and length, system exclusive by its length")
    func others() {
        #expect(control(SND_SEQ_EVENT_CLOCK) == .other(status: 0xF8, length: 1))
        #expect(control(SND_SEQ_EVENT_SONGPOS) == .other(status: 0xF2, length: 3))
        var event = unsafe snd_seq_event_t()
        unsafe event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
        unsafe event.data.raw32.d.0 = 12 | 0x8000_0000
        #expect(unsafe SequencerEvent(event) == .ignored, "a fixed length: it points to nothing")
        unsafe event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
        #expect(unsafe SequencerEvent(event) == .systemExclusive(length: 0), "12 bytes that are nowhere")
    }

    @Test("the watcher's event reaches only one port and is distinguished from the kernel's")
    func settled() {
        let word = unsafe snd_seq_event_t(settledFor: PortAddress(client: 128, port: 3), from: 0)
        #expect(unsafe SequencerEvent(word) == .settled)
        #expect(unsafe PortAddress(word.dest) == PortAddress(client: 128, port: 3))
        var event = unsafe snd_seq_event_t()
        unsafe event.type = UInt8(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue)
        unsafe event.data.connect.sender = snd_seq_addr_t(client: 128, port: 3)
        #expect(unsafe SequencerEvent(event) == .subscribed(sender: PortAddress(client: 128, port: 3)))
        unsafe event.type = UInt8(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue)
        #expect(unsafe SequencerEvent(event) == .unsubscribed)
    }

    @Test("any bits are read without a trap")
    func anyBits() {
        var generator = SeededGenerator(seed: 26)
        for _ in 0..<200_000 {
            var event = unsafe snd_seq_event_t()
            unsafe withUnsafeMutableBytes(of: &event) { bytes in
                for index in bytes.indices { unsafe bytes[index] = UInt8.random(in: 0...255, using: &generator) }
            }
            guard case .message(let message) = unsafe SequencerEvent(event) else { continue }
            #expect(message.raw <= message.address.kind.maximumRaw)
            #expect(message.address.number <= message.address.kind.maximumNumber ?? 0)
            #expect(message.address.channel < 16)
        }
    }

    @Test("a written message is read back as the same message", arguments: MessageKind.allCases)
    func roundTrip(kind: MessageKind) {
        for number in [0, kind.maximumNumber ?? 0] {
            for raw in [0, 1, 64, kind.maximumRaw / 2 + 1, kind.maximumRaw] {
                for channel: UInt8 in [0, 9, 15] {
                    let message = MIDIMessage(MessageAddress(kind, number: number, channel: channel), raw: raw)
                    let event = unsafe snd_seq_event_t(message, from: 5)
                    #expect(unsafe SequencerEvent(event) == .message(message))
                }
            }
        }
    }

    @Test("a system exclusive message is one event that points to its bytes, and is read back as it was sent")
    func exclusive() {
        let message: [UInt8] = [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0xF7]
        unsafe message.withUnsafeBytes { bytes in
            let event = unsafe snd_seq_event_t(exclusive: bytes, from: 5)
            #expect(unsafe SequencerEvent(event) == .systemExclusive(length: 6))
            #expect(unsafe Array(SequencerEvent.bytes(of: event)) == message)
            #expect(unsafe event.source.port == 5)
            #expect(unsafe event.dest.client == 254)
        }
    }

    @Test("a message is sent at once, from the surface's port to everything connected")
    func direct() {
        let event = unsafe snd_seq_event_t(MIDIMessage(MessageAddress(.cc, number: 7), raw: 1), from: 5)
        #expect(unsafe event.queue == 253)
        #expect(unsafe event.source.port == 5)
        #expect(unsafe event.dest.client == 254)
        #expect(unsafe event.flags == 0)
    }
}
