import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("A new configuration takes over")
struct AdoptTests {
    /// A console with its port, which the next configuration takes over from.
    private struct Running {
        var configuration: Configuration
        var console: Console
        let port: FakePort

        init(_ configuration: Configuration, values: [Double?] = []) {
            self.configuration = configuration
            console = Console(configuration, values: values)
            port = FakePort(surfaces: 8)
            for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: .zero, port: port) }
            _ = port.take()
        }

        mutating func reload(_ new: Configuration, at now: MonotonicTime = .ms(1000)) -> [String] {
            let next = Console(new)
            next.adopt(console, Continuity(from: configuration, to: new), at: now, port: port)
            (configuration, console) = (new, next)
            return port.take()
        }

        func input(_ message: String, _ raw: UInt32, surface: SurfaceIndex = 0, at time: UInt64) throws {
            console.handle(MIDIMessage(try MessageAddress(parsing: message), raw: raw), from: surface, at: .ms(time), port: port)
        }

        func set(_ parameter: ParameterIndex, _ value: Double, at time: UInt64) {
            _ = console.handle(.set(parameter: parameter, value, .text), at: .ms(time), port: port)
        }
    }

    private func parameter(_ id: String, _ maximum: Double = 127) -> ParameterSpec { ParameterSpec(id: id, maximum: maximum) }

    @Test("a surface is refreshed however often the configuration is replaced")
    func refresh() {
        var desk = Desks.single(Desks.fader(), parameter("a"))
        desk.surfaces[0].refresh = .seconds(5)
        var running = Running(desk)
        for second in 1...4 as ClosedRange<UInt64> { #expect(running.reload(desk, at: .ms(second * 1000)) == []) }
        running.console.advance(to: .ms(5000), port: running.port)
        #expect(running.port.take() != [])
    }

    @Test("a parameter of another kind starts from its default: its number would mean another value")
    func kinds() {
        let options = ["a", "b", "c"].map { ChoiceOption(id: $0) }
        func choice(_ options: [ChoiceOption]) -> ParameterSpec {
            ParameterSpec(id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(options))
        }
        func desk(_ parameter: ParameterSpec) -> Configuration { Desks.single(Desks.fader(), parameter) }
        var running = Running(desk(choice(options)))
        running.set(0, 2, at: 1)
        _ = running.port.take()
        let relabelled = options.map { ChoiceOption(id: $0.id, label: $0.id.uppercased()) }
        #expect(running.reload(desk(choice(relabelled))) == [])
        #expect(running.console.value(of: 0) == 2)
        _ = running.reload(desk(choice(options.reversed())))
        #expect(running.console.value(of: 0) == 0)
        _ = running.reload(desk(ParameterSpec(id: "side", maximum: 100, defaultValue: 50)))
        #expect(running.console.value(of: 0) == 50)
        #expect(running.console.report(of: 0).revision == 0)
    }

    @Test("the same configuration again keeps values and revisions, moves no motor and reports nothing")
    func same() {
        var running = Running(Desks.pair())
        running.set(0, 50, at: 1)
        while running.console.nextReport() != nil {}
        let before = running.console.report(of: 0)
        _ = running.port.take()
        #expect(running.reload(running.configuration).isEmpty)
        #expect(running.console.report(of: 0) == before)
        #expect(!running.console.hasReport)
    }

    @Test("values stay with their ids when parameters are added, removed and reordered")
    func reordered() {
        var running = Running(Configuration(parameters: ["a", "b", "c"].map { parameter($0) }))
        for index in 0..<3 { running.set(ParameterIndex(index), Double(index + 1) * 10, at: 1) }
        _ = running.reload(Configuration(parameters: ["c", "new", "a"].map { parameter($0) }))
        #expect((0..<3).map { running.console.value(of: $0) } == [30, 0, 10])
    }

    @Test("a value outside its new range is clamped, reported with a new revision, and shown")
    func narrowed() {
        var running = Running(Desks.single())
        running.set(0, 100, at: 1)
        while running.console.nextReport() != nil {}
        _ = running.port.take()
        let revision = running.console.report(of: 0).revision
        var narrow = Desks.single()
        narrow.parameters[0].maximum = 50
        #expect(running.reload(narrow) == ["0: cc 1 ch 1 = 127"])
        #expect(running.console.value(of: 0) == 50)
        #expect(running.console.nextReport()?.revision == revision + 1)
    }

    @Test("a change that was not reported before the swap is reported after it")
    func unreported() {
        var running = Running(Desks.single())
        running.set(0, 100, at: 1)
        _ = running.reload(running.configuration)
        #expect(running.console.nextReport()?.value == 100)
    }

    @Test("only motors whose position changes are moved: by a new range, a new mapping, or new messages")
    func onlyWhereNeeded() {
        let controls = (1...4).map { Desks.fader(number: $0, parameter: 0) }
        var old = Configuration(
            parameters: [parameter("a"), parameter("b")],
            surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: ""), controls: controls)])
        var running = Running(old)
        running.set(0, 10, at: 1)
        running.set(1, 20, at: 1)
        _ = running.port.take()
        old.surfaces[0].controls[1].parameter = 1
        old.surfaces[0].controls[2].motor = MessageAddress(.pitchbend)
        old.surfaces[0].controls[3].parameter = nil
        #expect(running.reload(old) == ["0: cc 2 ch 1 = 20", "0: pitchbend ch 1 = 1290"])
    }

    @Test("a finger stays on its fader through a reload, and its release is answered with the new position")
    func handsKept() throws {
        var running = Running(
            Configuration(parameters: [parameter("a"), parameter("b")], surfaces: [Desks.surface("desk", Desks.fader())]))
        running.set(1, 77, at: 1)
        try running.input("note 104 ch 1", 127, at: 2)
        var new = running.configuration
        new.parameters.swapAt(0, 1)
        new.surfaces.insert(Desks.surface("first", Desks.fader(number: 5, parameter: nil)), at: 0)
        #expect(running.reload(new).isEmpty)
        try running.input("note 104 ch 1", 0, surface: 1, at: 1100)
        #expect(running.port.take() == ["1: cc 1 ch 1 = 77"])
    }

    @Test("a running hold-off continues through a reload and ends with one message")
    func holdOffKept() throws {
        var running = Running(Desks.single(Desks.fader(isTouchable: false)))
        try running.input("cc 1 ch 1", 10, at: 900)
        #expect(running.reload(running.configuration, at: .ms(1000)).isEmpty)
        running.set(0, 20, at: 1010)
        #expect(running.console.nextDeadline <= .ms(1050))
        running.console.advance(to: .ms(1050), port: running.port)
        #expect(running.port.take() == ["0: cc 1 ch 1 = 20"])
        #expect(running.console.nextDeadline == .never)
    }

    @Test(
        "half a 14-bit value is completed after a reload, and a selected NRPN stays selected",
        arguments: [.plain, .mackie(MackieSpec()), .hui, .faderPort(FaderPortSpec(strips: 8))] as [ProtocolSpec])
    func halfValues(speaks: ProtocolSpec) throws {
        let pair = ControlSpec(id: "a", input: MessageAddress(.cc14, number: 7), parameter: 0)
        let nrpn = ControlSpec(id: "b", input: MessageAddress(.nrpn, number: 130, channel: 1), parameter: 1)
        var surface = Desks.surface("desk", pair, nrpn)
        surface.speaks = speaks
        var running = Running(Configuration(parameters: [parameter("a", 16383), parameter("b", 16383)], surfaces: [surface]))
        try running.input("cc 7 ch 1", 1, at: 998)
        try running.input("cc 99 ch 2", 1, at: 998)
        try running.input("cc 98 ch 2", 2, at: 998)
        _ = running.reload(running.configuration)
        try running.input("cc 39 ch 1", 2, at: 1001)
        try running.input("cc 6 ch 2", 3, at: 1001)
        try running.input("cc 38 ch 2", 4, at: 1001)
        #expect(running.console.value(of: 0) == 130)
        #expect(running.console.value(of: 1) == 388)
    }

    @Test("a position that waits for room is sent after a reload, to the control's new index")
    func blockedKept() {
        var running = Running(Desks.single())
        running.port.results = [.wouldBlock]
        running.set(0, 50, at: 1)
        running.port.results = [.sent]
        var new = running.configuration
        new.surfaces.insert(Desks.surface("first"), at: 0)
        #expect(running.reload(new) == ["1: cc 1 ch 1 = 50"])
        #expect(!running.console.isBlocked)
    }

    @Test("a renamed surface is a new one: it does not take over the hands of the old one")
    func renamed() throws {
        var running = Running(Desks.single())
        try running.input("note 104 ch 1", 127, at: 1)
        var new = running.configuration
        new.surfaces[0].name = "other"
        #expect(running.reload(new).isEmpty)
        running.console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(1001), port: running.port)
        #expect(running.port.take() == ["0: cc 1 ch 1 = 0"])
    }

    @Test("a pending notice gets the new index of its surface, and is dropped with its surface")
    func notices() {
        var running = Running(Desks.pair())
        running.port.results = [.failed(19)]
        running.set(0, 50, at: 1)
        running.console.overrun(at: .ms(2), port: running.port)
        running.port.results = [.sent]
        var new = running.configuration
        new.surfaces = [Desks.surface("first"), running.configuration.surfaces[1]]
        _ = running.reload(new)
        var told: [Notice] = []
        while let notice = running.console.nextNotice() { told.append(notice) }
        #expect(told == [.failing(surface: 1, 19), .overrun(count: 1)])
    }

    @Test("decisions stay with their parameter, and refer to controls by their new indices")
    func decisions() throws {
        var running = Running(
            Configuration(
                parameters: [parameter("a"), parameter("b")],
                surfaces: [Desks.surface("desk", Desks.fader(), Desks.fader(number: 2, parameter: 1))]))
        try running.input("cc 2 ch 1", 9, at: 1)
        let new = Configuration(
            parameters: [parameter("b")],
            surfaces: [Desks.surface("desk", Desks.fader(number: 2, parameter: 0)), Desks.surface("more", Desks.fader())])
        _ = running.reload(new)
        let kept = (0..<16).compactMap { running.console.decision(of: 0, back: $0) }.first { $0.kind == .changed }
        #expect(kept?.value == 9)
        #expect(kept?.control == 0)
        #expect(running.console.report(of: 0).control == 0)
    }

    @Test("counts continue")
    func statistics() throws {
        var running = Running(Desks.single())
        try running.input("cc 1 ch 1", 9, at: 1)
        running.console.advance(to: .ms(200), port: running.port)
        let before = running.console.statistics
        _ = running.reload(running.configuration)
        #expect(running.console.statistics == before)
    }

    @Test("a lamp that is lit goes out if the new configuration maps nothing to its button")
    func lampLeftLit() {
        let old = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14, greets: false)), ["mute.1": 3])
        var new = old
        for index in new.surfaces[0].controls.indices {
            new.surfaces[0].controls[index].parameter = nil
            new.surfaces[0].controls[index].action = .follow
        }
        let (before, port) = (Console(old), FakePort(surfaces: 1))
        before.connected(0, port.connected[0], at: .zero, port: port)
        _ = before.handle(.set(parameter: 3, 1, .text), at: .ms(10), port: port)
        _ = port.take()
        let after = Console(new)
        after.adopt(before, Continuity(from: old, to: new), at: .ms(1000), port: port)
        #expect(port.take() == ["0: note 16 ch 1 = 0"])
    }

    @Test("a lamp that is lit and stays mapped is not sent again")
    func lampStaysLit() {
        let desk = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14, greets: false)), ["mute.1": 3, "encoder.1": 1])
        var running = Running(desk)
        running.set(3, 1, at: 10)
        running.set(1, 20, at: 10)
        _ = running.port.take()
        #expect(running.reload(desk) == [])
    }

    @Test("lamps and rings that nothing drives any longer go out, even if the device is greeted anew because its profile changed")
    func ringLeftLit() {
        let map: [String: ParameterIndex] = ["mute.1": 3, "encoder.1": 1]
        let old = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14, greets: false)), map)
        for spec in [MackieSpec(device: 0x14, greets: false), MackieSpec(device: 0x14, greets: false, hasColors: true)] {
            var new = ProtocolDesk.configuration(.mackie(spec), map)
            for index in new.surfaces[0].controls.indices {
                (new.surfaces[0].controls[index].parameter, new.surfaces[0].controls[index].action) = (nil, .follow)
            }
            var running = Running(old)
            running.set(3, 1, at: 10)
            _ = running.port.take()
            #expect(running.reload(new).sorted() == ["0: cc 48 ch 1 = 0", "0: note 16 ch 1 = 0"])
            #expect(running.reload(old).sorted() == ["0: cc 48 ch 1 = 23", "0: note 16 ch 1 = 127"])
        }
    }

    @Test("a lamp and a ring that lost their parameters while they were borrowed go out when they are given back")
    func borrowedLeftLit() {
        let map: [String: ParameterIndex] = ["mute.1": 3, "encoder.1": 1]
        let old = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14, greets: false)), map)
        var new = old
        for index in new.surfaces[0].controls.indices {
            (new.surfaces[0].controls[index].parameter, new.surfaces[0].controls[index].action) = (nil, .follow)
        }
        var running = Running(old)
        running.set(3, 1, at: 10)
        let borrowed = old.surfaces[0].controls.indices.filter { ["mute.1", "encoder.1"].contains(old.surfaces[0].controls[$0].id) }
            .map { ControlIndex($0) }
        for control in borrowed { #expect(running.console.lend(control, .begin, at: .ms(20), port: running.port)) }
        _ = running.port.take()
        #expect(running.reload(new) == [])
        for control in borrowed { #expect(running.console.lend(control, .end, at: .ms(2000), port: running.port)) }
        #expect(running.port.take().sorted() == ["0: cc 48 ch 1 = 0", "0: note 16 ch 1 = 0"])
    }

    @Test("a meter goes dark when its device is greeted anew because its profile changed, and so does its overload lamp")
    func meterOfStranger() {
        let map: [String: ParameterIndex] = ["fader.1": 0]
        func desk(hasColors: Bool) -> Configuration {
            let spec = ProtocolSpec.mackie(MackieSpec(device: 0x14, greets: false, hasColors: hasColors))
            var desk = ProtocolDesk.configuration(spec, map)
            desk.surfaces[0].panel = spec.panel
            return desk
        }
        var running = Running(desk(hasColors: false))
        running.console.show(PanelUpdate(0, .meter(0), [13]), at: .ms(10), port: running.port)
        running.console.advance(to: .ms(10), port: running.port)
        #expect(running.port.take().contains("0: pressure ch 1 = 14"))
        let sent = running.reload(desk(hasColors: true))
        while running.console.nextDeadline < .ms(60_000) { running.console.advance(to: running.console.nextDeadline, port: running.port) }
        #expect((sent + running.port.take()).filter { $0.contains("pressure") } == ["0: pressure ch 1 = 15", "0: pressure ch 1 = 0"])
    }

    @Test("the lamps of a page and of a latched modifier go out if a reload takes their keys' jobs away")
    func deckLampsLeftLit() {
        let old = Decks.one(shift: true)
        var parameterKeys = old
        for key in [6, 7] {
            parameterKeys.surfaces[0].controls[key].parameter = Decks.fx
            parameterKeys.surfaces[0].controls[key].action = .step(by: 1, .ordinary)
        }
        var unmapped = old
        for key in [6, 7] { unmapped.surfaces[0].controls[key].action = .follow }
        var withoutDecks = unmapped
        withoutDecks.decks = []
        for new in [parameterKeys, unmapped, withoutDecks] {
            let (console, next, port) = (Console(old), Console(new), FakePort(surfaces: 1))
            console.connected(0, port.connected[0], at: .zero, port: port)
            for note in [21, 22] as [UInt16] {
                for raw in [127, 0] as [UInt32] {
                    console.handle(MIDIMessage(MessageAddress(.note, number: note), raw: raw), from: 0, at: .ms(10), port: port)
                }
            }
            #expect(Set(port.take()).isSuperset(of: ["0: note 21 ch 1 = 127", "0: note 22 ch 1 = 127"]))
            next.adopt(console, Continuity(from: old, to: new), at: .ms(1000), port: port)
            #expect(Set(port.take()).isSuperset(of: ["0: note 21 ch 1 = 0", "0: note 22 ch 1 = 0"]))
        }
    }

    @Test("a surface whose input was cut is sent its positions when it is heard again, even if a reload came between")
    func unheard() {
        var running = Running(Desks.single())
        running.set(0, 50, at: 1)
        _ = running.port.take()
        running.console.connected(0, Connections(inputs: 0, outputs: 1), at: .ms(2), port: running.port)
        #expect(running.reload(running.configuration) == [])
        running.console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(2000), port: running.port)
        #expect(running.port.take() == ["0: cc 1 ch 1 = 50"])
    }

    @Test("a latched modifier does not come back once a reload has taken its latch away")
    func latched() {
        let (latching, plain) = (Decks.one(shift: true), Decks.one())
        var (console, port) = (Console(latching), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 22), raw: 127), from: 0, at: .ms(10), port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 22), raw: 0), from: 0, at: .ms(20), port: port)
        #expect(console.decks[DeckIndex(0)].modifiers != ModifierSet())
        for (old, new) in [(latching, plain), (plain, latching)] {
            let next = Console(new)
            next.adopt(console, Continuity(from: old, to: new), at: .ms(1000), port: port)
            console = next
            #expect(console.decks[DeckIndex(0)].modifiers == ModifierSet())
        }
        port = FakePort(surfaces: 1)
        console.connected(0, Connections(), at: .ms(1500), port: port)
        console.connected(0, port.connected[0], at: .ms(2000), port: port)
        #expect(!port.take().contains("0: note 22 ch 1 = 127"))
    }
}
