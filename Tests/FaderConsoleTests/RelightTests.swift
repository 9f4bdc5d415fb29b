import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Lamps with other values, lit by a request and by a swap")
struct RelightTests {
    private static let lamp: LampSpec = {
        var lamp = LampSpec(off: 0, on: 3)
        lamp.colors = [.init(StripColor("red") ?? .white, 5), .init(StripColor("blue") ?? .white, 45)]
        return lamp
    }()

    private static func button(_ number: UInt16, _ parameter: ParameterIndex?, _ action: ControlAction, lit raw: UInt32) -> ControlSpec {
        let note = MessageAddress(.note, number: number)
        var button = ControlSpec(id: "pad.\(number)", input: note, motor: note, parameter: parameter, action: action)
        button.lamp = lamp
        if !action.isPress, parameter != nil { button.lampStates = LampStates([0, raw]) }
        return button
    }

    /// A fader, a toggle, a trigger, an option, a button with another job on a page, and one of a strip.
    private static func desk(_ raw: UInt32) -> Configuration {
        func mapping(_ parameter: ParameterIndex) -> Mapping {
            var mapping = Mapping(parameter: parameter, action: .toggle)
            mapping.lamp = LampStates([0, raw])
            return mapping
        }
        let toggle = ParameterKind.toggle(off: "off", on: "on")
        let parameters = [
            Desks.level, ParameterSpec(id: "on", maximum: 1, decimals: 0, kind: toggle),
            ParameterSpec(id: "go", maximum: 2, decimals: 0, kind: .trigger),
            ParameterSpec(id: "mode", maximum: 2, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) })),
            ParameterSpec(id: "k.mute", maximum: 1, decimals: 0, kind: toggle),
            ParameterSpec(id: "s.mute", maximum: 1, decimals: 0, kind: toggle),
        ]
        var paged = button(4, 1, .toggle, lit: raw)
        paged.jobs = [Job(page: 1, mapping: mapping(4))]
        var strip = button(1, nil, .follow, lit: raw)
        strip.id = "mute.1"
        let controls = [
            Desks.fader(), button(2, 1, .toggle, lit: raw), button(3, 2, .press(TriggerLamp(running: raw)), lit: raw), paged,
            button(5, 3, .set(1), lit: raw), strip,
        ]
        var page = DeckPage(name: "main", strips: 2, columns: [StripColumn(kind: "mute", cells: [mapping(4), mapping(5)])])
        page.strips = 2
        let deck = DeckSpec(name: "desk", surfaces: [0], widths: [1], pages: [page, DeckPage(name: "fx")])
        return Configuration(
            parameters: parameters, surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)],
            decks: [deck])
    }

    /// Something that a hand or a program does.
    private static func act(_ random: inout SeededGenerator, _ now: MonotonicTime) -> (Console, FakePort) -> Void {
        let (kind, number, raw) = (
            Int.random(in: 0..<8, using: &random), UInt16.random(in: 1...5, using: &random), UInt32.random(in: 0...127, using: &random)
        )
        let isOn = Bool.random(using: &random)
        return { console, port in
            switch kind {
            case 0..<3:
                let note = MessageAddress(.note, number: number)
                for raw in [127, 0] as [UInt32] { console.handle(MIDIMessage(note, raw: raw), from: 0, at: now, port: port) }
            case 3: console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: raw), from: 0, at: now, port: port)
            case 4: console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: isOn ? 127 : 0), from: 0, at: now, port: port)
            case 5: console.show(isOn ? .page(Int(raw) % 2) : .bank(Int(raw) % 2), on: DeckIndex(0), at: now, port: port)
            case 6: _ = console.handle(.step(parameter: 0, by: isOn ? 1 : -1, .big, .api), at: now, port: port)
            default: _ = console.handle(.set(parameter: ParameterIndex(Int(raw) % 6), Double(raw % 3), .text), at: now, port: port)
            }
            console.advance(to: now, port: port)
        }
    }

    @Test("whatever hands and programs do before and after, a device is sent the same and every value is the same", arguments: 0..<200)
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var raw: UInt32 = 5
        let ports = [FakePort(surfaces: 1), FakePort(surfaces: 1)]
        var consoles = [Console(Self.desk(raw)), Console(Self.desk(raw))]
        for (console, port) in zip(consoles, ports) { console.connected(0, port.connected[0], at: .zero, port: port) }
        var now = MonotonicTime.zero
        for step in 0..<60 {
            now = now + .milliseconds(UInt64.random(in: 1...400, using: &random))
            let act = Self.act(&random, now)
            for (console, port) in zip(consoles, ports) { act(console, port) }
            if Int.random(in: 0..<6, using: &random) == 0 {
                let before = Self.desk(raw)
                raw = raw == 5 ? 45 : 5
                let next = Self.desk(raw)
                #expect(next.hasSameConsole(as: before))
                var table = DeckTable(next)
                consoles[0].relight(&table, next.mappings(), at: now, port: ports[0])
                consoles[1] = consoles[1].swapped(from: before, to: next, at: now, port: ports[1])
            }
            let sent = ports.map { $0.take() }
            // In what order a swap sends them is of no account.
            try #require(sent[0].sorted() == sent[1].sorted(), "seed \(seed), step \(step)")
            let values = consoles.map { console in (0..<6).map { console.value(of: ParameterIndex($0)) } }
            try #require(values[0] == values[1], "seed \(seed), step \(step)")
        }
    }

    @Test("a fade and a finger go on as if nothing had happened")
    func undisturbed() {
        let ports = [FakePort(surfaces: 1), FakePort(surfaces: 1)]
        let consoles = [Console(Self.desk(5)), Console(Self.desk(5))]
        for (console, port) in zip(consoles, ports) {
            console.connected(0, port.connected[0], at: .zero, port: port)
            _ = console.handle(.glide(parameter: 0, to: 127, over: .milliseconds(700), .recall), at: .ms(1), port: port)
        }
        for now in 2..<1500 as Range<UInt64> {
            for (console, port) in zip(consoles, ports) {
                console.advance(to: .ms(now), port: port)
                if now == 400 {
                    console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .ms(now), port: port)
                }
                if now > 400, now < 900, now % 7 == 0 {
                    console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: UInt32(now % 127)), from: 0, at: .ms(now), port: port)
                }
                if now == 900 { console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 0), from: 0, at: .ms(now), port: port) }
            }
            if now % 13 == 0 {
                let next = Self.desk(now % 2 == 0 ? 45 : 5)
                var table = DeckTable(next)
                consoles[0].relight(&table, next.mappings(), at: .ms(now), port: ports[0])
            }
            #expect(consoles[0].value(of: 0) == consoles[1].value(of: 0), "at \(now) ms")
        }
        #expect(ports[0].take() == ports[1].take())
    }

    @Test("a lamp that is lit has its new color at once; one that is dark, and everything else, is sent nothing")
    func once() {
        let port = FakePort(surfaces: 1)
        let console = Console(Self.desk(5), values: [64, 1, 0, 1, 0, 1])
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = port.take()
        let next = Self.desk(45)
        var table = DeckTable(next)
        console.relight(&table, next.mappings(), at: .ms(1), port: port)
        #expect(port.take() == ["0: note 2 ch 1 = 45", "0: note 4 ch 1 = 45", "0: note 5 ch 1 = 45"])
        console.relight(&table, Self.desk(5).mappings(), at: .ms(2), port: port)
        // The table before came back.
        #expect(port.take() == ["0: note 2 ch 1 = 5", "0: note 4 ch 1 = 5", "0: note 5 ch 1 = 5"])
    }
}
