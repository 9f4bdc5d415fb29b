import CALSA
import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues

@testable import FaderMIDI

/// Compares a row with what faderd does: libasound turns bytes into sequencer events and back, as the kernel does for a device;
/// between them are the port's own reading and writing of events, and the console.
extension VectorRow {
    /// What is wrong, in sentences; empty if faderd agrees with the row, or if the row is not run yet.
    func failures() -> [String] {
        let failures =
            switch meaning {
            case .messages(let messages): (isInput ? readFailures(messages) : sendFailures(messages)) + profileFailures(messages)
            case .detents(let count, let encoding): turnFailures(count, encoding)
            case .act(let words): actFailures(words)
            case .notYet: [String]()
            }
        return failures.map { "\(place): error: \(id): \($0)" }
    }

    private func actFailures(_ words: [String]) -> [String] {
        guard let profile else { return ["its protocol has no profile"] }
        let shipped = ShippedProfile(profile)
        let begin = words[0] != "begins" ? [] : isOfProfile ? shipped.begin : [.exclusive(bytes)]
        return VectorDevice(shipped, begin: begin).failure(words, self).map { [$0] } ?? []
    }

    // MARK: Input

    private func readFailures(_ wanted: [MIDIMessage]) -> [String] {
        let came = WireCodec().messages(bytes)
        var failures: [String] = []
        // Pairs and parameter numbers are combined by the console: here they are still separate messages.
        if wanted.allSatisfy(\.isWhole), came != wanted { failures.append("the bytes are \(Self.words(came)), not \(Self.words(wanted))") }
        for address in Set(wanted.map(\.address)) {
            let raws = wanted.filter { $0.address == address }.map(\.raw)
            let values = Self.values(of: address, after: came, from: raws[0] == 0 ? address.kind.maximumRaw : 0)
            if values != raws { failures.append("a parameter on \(address) comes to \(values), not to \(raws)") }
        }
        return failures
    }

    /// Checks how far an encoder moves its parameter, with the profile's own control if the device has a profile.
    private func turnFailures(_ wanted: Int, _ encoding: RelativeEncoding) -> [String] {
        let came = WireCodec().messages(bytes)
        guard came.count == 1, let message = came.first else { return ["the bytes are \(Self.words(came)), not one turn"] }
        var control = ControlSpec(id: "encoder", input: message.address, parameter: 0)
        control.encoder = EncoderSpec(encoding)
        if let profile {
            guard let known = ShippedProfile(profile).controls.first(where: { $0.input == message.address }) else {
                return ["the profile \(profile) has no control on \(message.address)"]
            }
            (control.encoder, control.isInverted) = (known.encoder, known.isInverted)
        }
        var speaks = ProtocolSpec.plain
        if let profile { speaks = ShippedProfile(profile).speaks }
        let parameter = ParameterSpec(id: "p", minimum: -100, maximum: 101, defaultValue: 0, step: 1, decimals: 0)
        var configuration = Desks.single(control, parameter)
        configuration.surfaces[0].speaks = speaks
        let console = Console(configuration)
        console.handle(message, from: 0, at: Self.time(1), port: FakePort(surfaces: 1))
        let turned = Int(console.value(of: 0))
        return turned == wanted ? [] : ["an encoder is turned by \(turned), not by \(wanted)"]
    }

    /// Checks that the device's profile has a control with these messages, unless they belong to something else.
    private func profileFailures(_ messages: [MIDIMessage]) -> [String] {
        guard let profile, !isModeChange else { return [] }
        let controls = ShippedProfile(profile).controls
        return messages.compactMap { message in
            let speaks = controls.contains { control in
                if isInput { return control.input == message.address || control.touch == message.address }
                if control.takeoverLamp == message.address {
                    return (control.takeoverLampRange ?? RawRange(message.address)).holds(message.raw)
                }
                return control.motor == message.address && (control.motorRange ?? RawRange(message.address)).holds(message.raw)
            }
            return speaks ? nil : "the profile \(profile) has no control that \(isInput ? "sends" : "is sent") \(message)"
        }
    }

    /// Whether the shipped profile sends the row at the beginning. The others are settings that a user's own profile would send.
    private var isOfProfile: Bool { id.hasSuffix("-begin") }

    /// Whether the row switches a mode or look of the device, which is not a control's message.
    private var isModeChange: Bool { ["xcomp-std", "nk2-led-nat", "mft-ringanim", "k2-led-amber", "fp1-native", "fp8-color"].contains(id) }

    /// The successive values of a parameter with the message's own range.
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

    // MARK: Output

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

/// A profile shipped with faderd.
struct ShippedProfile {
    let controls: [ControlSpec]
    let speaks: ProtocolSpec
    let begin: [DeviceMessage]
    let panel: PanelSpec

    /// Whether faderd comes with a profile of this name.
    static func exists(_ name: String) -> Bool { SystemFiles().names(in: "\(TestFile.project)/config/profiles").contains("\(name).yaml") }

    init(_ name: String) {
        let text = "version: 1\nsurfaces: {s: {match: \"*\", profile: \(name)}}\n"
        let result = ConfigReader(kinds: [], profileDirectories: ["\(TestFile.project)/config/profiles"]).readAll(
            bytes: Array(text.utf8), name: "/test.yaml"
        )
        .result
        guard case .success(let contents, _) = result else { fatalError("\(result.diagnostics.map(\.text))") }
        controls = contents.console.surfaces.flatMap(\.controls)
        let surface = contents.console.surfaces[0]
        (speaks, begin, panel) = (surface.speaks, surface.begin, surface.panel)
    }
}

extension RawRange {
    fileprivate func holds(_ raw: UInt32) -> Bool { raw >= lowest && raw <= lowest + span }
}

extension MIDIMessage {
    /// Whether it is one message on the wire.
    fileprivate var isWhole: Bool { ![.cc14, .nrpn, .rpn].contains(address.kind) }
}

/// libasound's translator between bytes and sequencer events, which works like the kernel's.
@safe final class WireCodec {
    private var translator: OpaquePointer?

    init(keepsRunningStatus: Bool = true) {
        precondition(unsafe snd_midi_event_new(256, &translator) == 0, "no memory for a translator of MIDI events")
        unsafe snd_midi_event_no_status(translator, keepsRunningStatus ? 0 : 1)
    }

    deinit { unsafe snd_midi_event_free(translator) }

    /// The control messages in these bytes.
    func messages(_ bytes: [UInt8]) -> [MIDIMessage] {
        bytes.compactMap { byte in
            var event = unsafe snd_seq_event_t()
            guard unsafe snd_midi_event_encode_byte(translator, Int32(byte), &event) == 1,
                case .message(let message) = unsafe SequencerEvent(event)
            else { return nil }
            return message
        }
    }

    /// The bytes that a device receives for these messages.
    func bytes(_ messages: [MIDIMessage]) -> [UInt8] {
        messages.flatMap { message in
            var event = unsafe snd_seq_event_t(message, from: 0)
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = unsafe snd_midi_event_decode(translator, &buffer, buffer.count, &event)
            return Array(buffer.prefix(max(0, Int(count))))
        }
    }
}
