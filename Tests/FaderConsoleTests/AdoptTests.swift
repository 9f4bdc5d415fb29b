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
}
