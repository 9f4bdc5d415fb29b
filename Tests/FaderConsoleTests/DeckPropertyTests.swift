import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("48 strips on 8, switched at random")
struct DeckPropertyTests {
    private static let strips = 48
    private static let width = 8

    /// Faders with touch, encoders with rings and mutes with lamps, for eight strips; a page with its own strips in reverse order.
    private static let configuration: Configuration = {
        let parameters =
            (0..<2 * strips).map { ParameterSpec(id: "p.\($0)", maximum: 127, defaultValue: Double($0 % 100), step: 1, decimals: 0) }
            + (0..<strips).map { ParameterSpec(id: "m.\($0)", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "off", on: "on")) }
        var controls: [ControlSpec] = []
        for strip in 1...UInt16(width) {
            controls.append(Desks.fader(number: strip, parameter: nil))
            let ring = MessageAddress(.cc, number: 20 + strip)
            var encoder = ControlSpec(id: "encoder.\(strip)", input: ring, motor: ring)
            encoder.encoder = EncoderSpec(.twos)
            controls.append(encoder)
            controls.append(Decks.button("mute.\(strip)", strip))
        }
        controls.append(Decks.button("shift", 60, .modifier(0, latches: false)))
        func column(_ kind: String, from first: Int, _ modifiers: ModifierSet = [], _ action: ControlAction = .follow) -> StripColumn {
            StripColumn(
                kind: kind, modifiers: modifiers,
                cells: (0..<strips).map { Mapping(parameter: ParameterIndex(first + $0), action: action) })
        }
        let main = [
            column("fader", from: 0), column("encoder", from: strips), column("encoder", from: 0, ModifierSet(rawValue: 1)),
            column("mute", from: 2 * strips, [], .toggle),
        ]
        var flipped = [column("fader", from: strips), column("encoder", from: 0)]
        for place in flipped.indices { flipped[place].cells.removeLast(5) }
        return Configuration(
            parameters: parameters, surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)],
            decks: [
                DeckSpec(
                    name: "desk", surfaces: [0], widths: [width],
                    pages: [
                        DeckPage(name: "main", strips: strips, columns: main),
                        DeckPage(name: "flip", strips: strips - 5, columns: flipped),
                    ],
                    modifiers: ["shift"])
            ])
    }()

    /// The parameter that a control should show; nil if it drives nothing.
    private static func parameter(_ id: String, _ state: DeckState) -> Int? {
        let parts = id.split(separator: ".")
        guard parts.count == 2, let number = Int(parts[1]) else { return nil }
        let strip = state.bank + number - 1
        guard strip < (state.page == 0 ? strips : strips - 5) else { return nil }
        switch (parts[0], state.page) {
        case ("fader", 0): return strip
        case ("fader", _): return strips + strip
        case ("encoder", 0): return state.modifiers.isEmpty ? strips + strip : strip
        case ("encoder", _): return strip
        case ("mute", 0): return 2 * strips + strip
        default: return nil
        }
    }

    @Test(
        "after 10,000 switches, moves and sets every indicator is right, and nothing was ever sent for hidden strips",
        arguments: [1, 2, 3] as [UInt64])
    func switches(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
        let configuration = Self.configuration
        let (port, console, deck) = (FakePort(surfaces: 1), Console(configuration), DeckIndex(0))
        var now = MonotonicTime.zero
        console.connected(0, port.connected[0], at: now, port: port)
        let controls = configuration.surfaces[0].controls
        let byMessage = Dictionary(
            controls.compactMap { spec in spec.motor.map { ("\($0)", spec) } }, uniquingKeysWith: { first, _ in first })
        var shown: [String: Int] = [:]
        var state = DeckState()
        var (sent, surplus) = (0, 0)

        func value(of spec: ControlSpec) -> Int {
            guard let parameter = Self.parameter(spec.id, state) else {
                return spec.id == "shift" && !state.modifiers.isEmpty ? 127 : 0
            }
            let value = console.value(of: ParameterIndex(parameter))
            return Int(spec.id.hasPrefix("mute") ? value * 127 : value)
        }
        /// Checks that messages go only to visible indicators and, at the end of an act, show the right state.
        func look(_ act: String) throws {
            for line in port.take() {
                let parts = line.dropFirst(3).components(" = ")
                let spec = try #require(byMessage[parts[0]])
                let raw = try #require(Int(parts[1]))
                (sent, surplus) = (sent + 1, surplus + (shown[spec.id] == raw ? 1 : 0))
                shown[spec.id] = raw
                #expect(raw == value(of: spec), "\(act): \(line) in \(state)")
            }
        }
        func send(_ address: MessageAddress, _ raw: UInt32) { console.handle(MIDIMessage(address, raw: raw), from: 0, at: now, port: port) }

        try look("connect")
        for step in 0..<10_000 {
            now = now + .milliseconds(UInt64(pick(40)))
            while console.nextDeadline <= now { console.advance(to: now, port: port) }
            let act = pick(9)
            switch act {
            case 0: state = console.show(.move(by: pick(33) - 16), on: deck, at: now, port: port)
            case 1: state = console.show(.bank(pick(60) - 5), on: deck, at: now, port: port)
            case 2: state = console.show(.turn(by: 1), on: deck, at: now, port: port)
            case 3:
                let isOn = state.modifiers.isEmpty
                state.modifiers = isOn ? ModifierSet(rawValue: 1) : []
                send(MessageAddress(.note, number: 60), isOn ? 127 : 0)
            case 4, 5:
                let parameter = ParameterIndex(pick(2 * Self.strips))
                _ = console.handle(.set(parameter: parameter, Double(pick(127)), .text), at: now, port: port)
            case 6:
                let parameter = ParameterIndex(2 * Self.strips + pick(Self.strips))
                _ = console.handle(.set(parameter: parameter, Double(pick(2)), .text), at: now, port: port)
            case 7:
                // A whole gesture: the fader under the finger does not move, and shows its parameter at the end.
                let number = UInt16(1 + pick(Self.width))
                send(MessageAddress(.note, number: 103 + number), 127)
                try look("\(step) touch")
                let raw = UInt32(pick(127))
                send(MessageAddress(.cc, number: number), raw)
                shown["fader.\(number)"] = Int(raw)
                try look("\(step) move")
                if pick(2) == 0 { state = console.show(.move(by: 8), on: deck, at: now, port: port) }
                now = now + .milliseconds(200)
                while console.nextDeadline <= now { console.advance(to: now, port: port) }
                send(MessageAddress(.note, number: 103 + number), 0)
            default:
                let number = UInt16(1 + pick(Self.width))
                send(MessageAddress(.cc, number: 20 + number), pick(2) == 0 ? 1 : 127)
                // The encoder rests, so that pending changes take effect.
                now = now + .milliseconds(200)
                while console.nextDeadline <= now { console.advance(to: now, port: port) }
            }
            try look("\(step) act \(act)")
        }
        for spec in controls where spec.motor != nil { #expect(shown[spec.id] == value(of: spec), "\(spec.id)") }
        // Repeated messages come from the end of a gesture, and from the lamp of a pressed button.
        #expect(sent > 10_000 && surplus < sent / 10, "\(surplus) of \(sent)")
    }
}

extension Substring {
    fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
