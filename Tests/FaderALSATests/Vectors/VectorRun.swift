import CALSA
import FaderConsole
import FaderModel
import FaderTesting

@testable import FaderALSA

/// Holds a row against what faderd does: libasound makes sequencer events of bytes, and bytes of events, as the kernel does for a device;
/// between them are the port's own reading and writing of events, and the console.
extension VectorRow {
    /// What is wrong, in sentences; nothing where all is as the row says, or where it is not run yet.
    func failures() -> [String] {
        guard case .messages(let messages) = meaning else { return [] }
        return (isInput ? readFailures(messages) : sendFailures(messages)).map { "\(place): error: \(id): \($0)" }
    }

    // MARK: What comes in

    private func readFailures(_ wanted: [MIDIMessage]) -> [String] {
        let came = WireCodec().messages(bytes)
        var failures: [String] = []
        // Pairs and parameter numbers are put together by the console: here they are still their parts.
        if wanted.allSatisfy(\.isWhole), came != wanted { failures.append("the bytes are \(Self.words(came)), not \(Self.words(wanted))") }
        for address in Set(wanted.map(\.address)) {
            let raws = wanted.filter { $0.address == address }.map(\.raw)
            let values = Self.values(of: address, after: came, from: raws[0] == 0 ? address.kind.maximumRaw : 0)
            if values != raws { failures.append("a parameter on \(address) comes to \(values), not to \(raws)") }
        }
        return failures
    }

    /// What a parameter with the message's own range comes to, one after the other.
    private static func values(of address: MessageAddress, after messages: [MIDIMessage], from start: UInt32) -> [UInt32] {
        let (console, port) = desk(ControlSpec(id: "c", input: address, parameter: 0), start: start)
        var values: [UInt32] = []
        var last = start
        func look() {
            let value = UInt32(console.value(of: 0))
            if value != last { values.append(value) }
            last = value
        }
        for (index, message) in messages.enumerated() {
            console.handle(message, from: 0, at: time(UInt64(index) + 1), port: port)
            look()
        }
        console.advance(to: time(UInt64(messages.count) + 1000), port: port)
        look()
        return values
    }

    // MARK: What goes out

    private func sendFailures(_ wanted: [MIDIMessage]) -> [String] {
        var failures: [String] = []
        for message in wanted {
            let control = ControlSpec(id: "c", input: message.address, motor: message.address, parameter: 0)
            let (console, port) = Self.desk(control, start: message.raw == 0 ? message.address.kind.maximumRaw : 0)
            _ = console.handle(.set(parameter: 0, Double(message.raw), .text), at: Self.time(1), port: port)
            if port.take() != ["0: \(message)"] { failures.append("a control on \(message.address) is not sent \(message.raw)") }
        }
        let sent = [true, false].map { WireCodec(keepsRunningStatus: $0).bytes(wanted) }
        if !sent.contains(bytes) { failures.append("what is sent is \(Self.hex(sent[0])), not \(Self.hex(bytes))") }
        return failures
    }

    private static func desk(_ control: ControlSpec, start: UInt32) -> (Console, FakePort) {
        let highest = Double(control.input.kind.maximumRaw)
        let parameter = ParameterSpec(id: "p", maximum: highest, defaultValue: Double(start), decimals: 0)
        let console = Console(Desks.single(control, parameter))
        let port = FakePort(surfaces: 1)
        console.connected(0, port.connected[0], at: time(0), port: port)
        _ = port.take()
        return (console, port)
    }

    private static func time(_ milliseconds: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    private static func words(_ messages: [MIDIMessage]) -> String {
        messages.isEmpty ? "nothing that a control sends" : messages.map { "\($0)" }.joined(separator: " then ")
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}

extension MIDIMessage {
    /// Whether it is one message on the wire.
    fileprivate var isWhole: Bool { ![.cc14, .nrpn, .rpn].contains(address.kind) }
}

/// libasound's own translator between bytes and sequencer events, of which the kernel's is the twin.
@safe private final class WireCodec {
    private var translator: OpaquePointer?

    init(keepsRunningStatus: Bool = true) {
        precondition(unsafe snd_midi_event_new(256, &translator) == 0, "no memory for a translator of MIDI events")
        unsafe snd_midi_event_no_status(translator, keepsRunningStatus ? 0 : 1)
    }

    deinit { unsafe snd_midi_event_free(translator) }

    /// The messages that controls send.
    func messages(_ bytes: [UInt8]) -> [MIDIMessage] {
        bytes.compactMap { byte in
            var event = unsafe snd_seq_event_t()
            guard unsafe snd_midi_event_encode_byte(translator, Int32(byte), &event) == 1,
                case .message(let message) = unsafe SequencerEvent(event)
            else { return nil }
            return message
        }
    }

    /// What a device gets for messages of ours.
    func bytes(_ messages: [MIDIMessage]) -> [UInt8] {
        messages.flatMap { message in
            var event = unsafe snd_seq_event_t(message, from: 0)
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = unsafe snd_midi_event_decode(translator, &buffer, buffer.count, &event)
            return Array(buffer.prefix(max(0, Int(count))))
        }
    }
}
