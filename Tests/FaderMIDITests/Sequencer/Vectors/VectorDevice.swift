import CALSA
import FaderTesting
import FaderValues

@testable import FaderConsole
@testable import FaderMIDI

/// A device with a shipped profile that has been greeted and answers, for rows about the messages its protocol sends and receives.
struct VectorDevice {
    private let configuration: Configuration
    private let console: Console
    private let port = FakePort(surfaces: 1)
    private var device: any SurfaceProtocol { console.surfaces[0].device }

    init(_ profile: ShippedProfile, begin: [DeviceMessage] = []) {
        var surface = SurfaceSpec(name: "s", match: SurfaceMatch(client: "*"), controls: profile.controls)
        (surface.speaks, surface.begin, surface.panel) = (profile.speaks, begin, profile.panel)
        configuration = Configuration(surfaces: [surface])
        console = Console(configuration)
    }

    /// What is wrong with a row that says that the device does `act`; nil if nothing is.
    func failure(_ act: [String], _ row: VectorRow) -> String? {
        row.isInput ? inputFailure(act, row.bytes) : outputFailure(act, row.bytes)
    }

    // MARK: Input from the device

    private func inputFailure(_ act: [String], _ bytes: [UInt8]) -> String? {
        _ = device.connect(in: Act(now: .zero, port: port))
        let message = Self.challenge(bytes, [0x01, 0x02, 0x03, 0x04])
        if act[0] == "confirms" { _ = device.receive(message.span, in: Act(now: .zero, port: port)) }
        var event = SurfaceEvent.nothing
        if bytes[0] == 0xF0 {
            event = device.receive(bytes.span, in: Act(now: .zero, port: port))
        } else {
            for message in WireCodec().messages(bytes) { event = device.receive(message, in: Act(now: .zero, port: port)) }
        }
        switch act[0] {
        case "answers", "confirms": return event == .ready ? nil : "it is \(event), not ready"
        case "refuses": return event == .refused ? nil : "it is \(event), and refuses the connection"
        case "nothing": return event == .nothing ? nil : "it is \(event), and means nothing"
        case "challenges":
            let wanted = act[1...].joined(separator: " ")
            return port.sent.last?.hasSuffix("\(wanted) F7") == true ? nil : "the reply is \(port.sent.last ?? "none"), not \(wanted)"
        default:
            guard let place = configuration.surfaces[0].controls.firstIndex(where: { $0.id == act[1] }) else {
                return "there is no \(act[1])"
            }
            let input: ControlInput = act[0] == "touch" ? .touch(true) : .position(act[0] == "press" ? 127 : 0)
            return event == .input(ControlIndex(place), input) ? nil : "it is \(event), not a \(act[0]) of \(act[1])"
        }
    }

    private static func challenge(_ row: [UInt8], _ challenge: [UInt8]) -> [UInt8] {
        row.count < 13 ? [] : Array(row[..<5]) + [0x01] + row[6..<13] + challenge + [0xF7]
    }

    // MARK: Output to the device

    private func outputFailure(_ act: [String], _ bytes: [UInt8]) -> String? {
        if let failure = perform(act, bytes) { return failure }
        // The wanted bytes must be sent in one piece; other bytes may precede them.
        let sent = port.take().map { String($0.dropFirst(3)) }
        return Self.isIn(sent, bytes, keepsRunningStatus: true) || Self.isIn(sent, bytes, keepsRunningStatus: false)
            ? nil : "what is sent is \(sent)"
    }

    private static func isIn(_ sent: [String], _ bytes: [UInt8], keepsRunningStatus: Bool) -> Bool {
        for first in sent.indices {
            for last in first..<sent.count {
                if Self.bytes(sent[first...last], keepsRunningStatus) == bytes { return true }
            }
        }
        return false
    }

    private func perform(_ act: [String], _ bytes: [UInt8]) -> String? {
        func number(_ place: Int) -> Int { act.indices.contains(place) ? Int(act[place]) ?? -1 : -1 }
        switch act[0] {
        case "asks": console.connected(0, port.connected[0], at: .zero, port: port)
        case "begins":
            console.connected(0, port.connected[0], at: .zero, port: port)
            // A device that does not answer is used after a while.
            console.advance(to: .zero + MackieGreeting.timeout, port: port)
        case "replies":
            _ = device.connect(in: Act(now: .zero, port: port))
            let message = Self.challenge(bytes, act[1...].compactMap { UInt8($0, radix: 16) })
            _ = device.receive(message.span, in: Act(now: .zero, port: port))
        case "text":
            let text = Array(act[3].replacing("_", with: " ").utf8)
            afterPauses { device.write(text.span, at: number(2), of: UInt8(number(1)), in: Act(now: $0, port: port)) }
        case "meter": _ = device.showMeter(UInt8(number(2)), of: number(1) - 1, in: Act(now: .zero, port: port))
        case "digits":
            var place = number(1) - 1
            for digit in act[2...] {
                let character: UInt8 = Array(digit.utf8)[0] + (digit.hasSuffix(".") ? 0x80 : 0)
                _ = device.showDigit(character, at: place, in: Act(now: .zero, port: port))
                place -= 1
            }
        case "shows":
            console.connected(0, port.connected[0], at: .zero, port: port)
            let panel = configuration.surfaces[0].panel
            for (cell, word) in zip([panel.assignmentCell, panel.timecodeCell], act[1...]) {
                guard let cell else { return "it has no such digits" }
                let bytes = word.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
                console.show(PanelUpdate(0, .cell(cell), bytes), at: .zero, port: port)
            }
            console.advance(to: .zero + MackieGreeting.timeout, port: port)
        case "colors":
            let colors = act[1...].compactMap { UInt8($0) }
            _ = device.showColors(colors.span, in: Act(now: .zero, port: port))
        default: return show(act)
        }
        return nil
    }

    private func show(_ act: [String]) -> String? {
        guard let control = configuration.surfaces[0].controls.first(where: { $0.id == act[1] }), let motor = control.motor else {
            return "\(act[1]) has nothing to show"
        }
        if let lamp = control.lamp, !lamp.messages.isEmpty { return light(act[1], lamp, Array(act[2...])) }
        var raw = UInt32(act[2]) ?? 0
        if act[0] == "ring" {
            guard let look = RingLook.allCases.first(where: { "\($0.word)" == act[2] }), let range = control.ring?[look],
                let place = UInt32(act[3])
            else { return "\(act[1]) has no such ring" }
            // A level may be dark; every other look starts at its first lamp.
            raw = range.lowest + place - (look == .fill ? 0 : 1)
            guard raw <= range.lowest + range.span else { return "\(act[1]) ends before \(place)" }
            if act.last == "middle" { raw += control.ring?.middle ?? 0 }
        }
        afterPauses { device.show(MIDIMessage(motor, raw: raw), in: Act(now: $0, port: port)) }
        return nil
    }

    /// Lights a lamp that has messages of its own: a toggle on its button comes on, which has a look as in a map.
    private func light(_ id: String, _ lamp: LampSpec, _ look: [String]) -> String? {
        let color = StripColor(look.last ?? "")
        let raw: UInt32? =
            switch (look[0], look.count) {
            case ("on", 1): lamp.on
            case ("blink", 1): lamp.blink
            default: color.flatMap { lamp.raw(of: $0, blinks: look[0] == "blink") }
            }
        guard let raw, let place = configuration.surfaces[0].controls.firstIndex(where: { $0.id == id }) else {
            return "\(id) has no such look"
        }
        var lit = configuration
        lit.parameters = [ParameterSpec(id: "p", maximum: 1, decimals: 0, kind: .toggle(off: "off", on: "on"))]
        (lit.surfaces[0].controls[place].parameter, lit.surfaces[0].controls[place].action) = (0, .toggle)
        lit.surfaces[0].controls[place].lampStates = LampStates([lamp.off, raw])
        let console = Console(lit)
        console.connected(0, port.connected[0], at: .zero, port: port)
        func pass(from first: UInt64) {
            for step in first..<first + 500 { console.advance(to: MonotonicTime(nanoseconds: step * 1_000_000), port: port) }
        }
        pass(from: 1)
        _ = port.take()
        _ = console.handle(.set(parameter: 0, 1, .text), at: MonotonicTime(nanoseconds: 501_000_000), port: port)
        pass(from: 502)
        return nil
    }

    /// Sends something to a device that needs pauses.
    private func afterPauses(_ send: (MonotonicTime) -> SendResult) {
        var now = MonotonicTime.zero
        while case .pausing(let end) = send(now) { now = end }
    }

    private static func bytes(_ sent: ArraySlice<String>, _ keepsRunningStatus: Bool) -> [UInt8] {
        let codec = WireCodec(keepsRunningStatus: keepsRunningStatus)
        return sent.flatMap { text -> [UInt8] in
            if text.hasPrefix("sysex ") { return text.split(separator: " ").dropFirst().compactMap { UInt8($0, radix: 16) } }
            let halves = text.split(separator: " = ")
            guard let address = try? MessageAddress(parsing: halves[0]), let raw = UInt32(halves[1]) else { return [] }
            return codec.bytes([MIDIMessage(address, raw: raw)])
        }
    }
}
