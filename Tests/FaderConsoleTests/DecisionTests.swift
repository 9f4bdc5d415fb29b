import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Decisions, kept for explain")
struct DecisionTests {
    private func console(_ configuration: Configuration, _ port: FakePort) -> Console {
        let console = Console(configuration)
        for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        return console
    }

    /// The decisions about the first parameter, oldest first, as `kind×count@control`.
    private func told(_ console: Console) -> [String] {
        (0..<100).compactMap { console.decision(of: 0, back: $0) }.reversed()
            .map { "\($0.kind)×\($0.count)@\($0.control?.offset ?? -1)" }
    }

    private let fader = MessageAddress(.cc, number: 1)
    private let touch = MessageAddress(.note, number: 104)

    @Test("a set is one decision about the value and one about every mapped control")
    func setTold() {
        let port = FakePort(surfaces: 2)
        port.connected[1] = Connections()
        let console = console(Desks.pair(), port)
        _ = console.handle(.set(parameter: 0, 500, .text), at: .ms(5), port: port)
        #expect(Array(told(console).suffix(3)) == ["clamped×1@-1", "sent×1@0", "disconnected×1@1"])
        let newest = console.decision(of: 0, back: 1)
        #expect(newest?.time == .ms(5) && newest?.raw == 127 && newest?.value == 127 && newest?.origin == .text)
    }

    @Test("every reason not to send has its own kind of decision")
    func reasons() {
        let port = FakePort(surfaces: 1)
        let console = console(Desks.single(), port)
        _ = console.handle(.set(parameter: 0, .nan, .api), at: .ms(1), port: port)
        #expect(told(console).last == "refused×1@-1")
        _ = console.handle(.set(parameter: 0, 0, .api), at: .ms(2), port: port)
        #expect(Array(told(console).suffix(2)) == ["sameValue×1@-1", "alreadyShown×1@0"])
        console.handle(MIDIMessage(touch, raw: 127), from: 0, at: .ms(3), port: port)
        _ = console.handle(.set(parameter: 0, 1, .api), at: .ms(4), port: port)
        #expect(told(console).last == "heldTouched×1@0")
        console.handle(MIDIMessage(touch, raw: 0), from: 0, at: .ms(5), port: port)
        #expect(told(console).last == "sent×1@0")
        console.handle(MIDIMessage(fader, raw: 1), from: 0, at: .ms(6), port: port)
        #expect(told(console).last == "echoIgnored×1@0")
        console.handle(MIDIMessage(fader, raw: 9), from: 0, at: .ms(7), port: port)
        _ = console.handle(.set(parameter: 0, 2, .api), at: .ms(8), port: port)
        #expect(told(console).last == "heldHoldOff×1@0")
        console.advance(to: .ms(500), port: port)
        port.results = [.wouldBlock]
        _ = console.handle(.set(parameter: 0, 3, .api), at: .ms(501), port: port)
        #expect(told(console).last == "blocked×1@0")
        port.results = [.failed(5)]
        console.writable(at: .ms(502), port: port)
        #expect(told(console).last == "failed×1@0")
        #expect(console.decision(of: 0, back: 0)?.raw == 5)
    }

    @Test("a long move is one entry with a count, and does not push out what came before")
    func coalesced() {
        let port = FakePort(surfaces: 2)
        let console = console(Desks.pair(), port)
        _ = console.handle(.set(parameter: 0, 5, .text), at: .ms(1), port: port)
        for index in 0..<1000 {
            console.handle(MIDIMessage(fader, raw: UInt32(index % 2 + 10)), from: 0, at: .ms(1000 + UInt64(index) * 300), port: port)
        }
        let all = told(console)
        #expect(all.contains("changed×1000@0"))
        #expect(all.contains("changed×1@-1"))
        #expect(all.count <= 12, "\(all)")
    }

    @Test("a control that keeps reporting its parameter's position does not fill the list")
    func sameValueReports() {
        let port = FakePort(surfaces: 1)
        let console = console(Desks.single(), port)
        _ = console.handle(.set(parameter: 0, 5, .text), at: .ms(1), port: port)
        for index in 0..<100 { console.handle(MIDIMessage(fader, raw: 5), from: 0, at: .ms(1000 + UInt64(index) * 300), port: port) }
        #expect(told(console).contains("changed×1@-1"))
        #expect(told(console).contains("sameValue×100@0"))
    }

    @Test("the list is bounded and keeps the newest")
    func bounded() {
        let port = FakePort(surfaces: 1)
        let console = console(Desks.single(), port)
        for value in 1...100 { _ = console.handle(.set(parameter: 0, Double(value), .text), at: .ms(UInt64(value)), port: port) }
        #expect(told(console).count == 16)
        #expect(console.decision(of: 0, back: 0)?.value == 100)
        #expect(console.decision(of: 0, back: 16) == nil)
    }

    @Test("a finger's moves are of origin touch, a hand's without a sensor of origin hand")
    func origins() {
        let port = FakePort(surfaces: 1)
        let console = console(Desks.single(), port)
        console.handle(MIDIMessage(fader, raw: 9), from: 0, at: .ms(1), port: port)
        #expect(console.report(of: 0).origin == .hand)
        console.handle(MIDIMessage(touch, raw: 127), from: 0, at: .ms(2), port: port)
        console.handle(MIDIMessage(fader, raw: 10), from: 0, at: .ms(3), port: port)
        #expect(console.report(of: 0).origin == .touch)
        #expect(console.report(of: 0).control == 0)
        #expect(console.report(of: 0).revision == 2)
    }

    @Test("a revision goes up by one with every change, and reports give the newest of each parameter and number once")
    func reports() {
        let port = FakePort(surfaces: 1)
        let console = console(Configuration(parameters: [Desks.level, Desks.level], surfaces: []), port)
        for value in [1.0, 2, 2, 3] {
            _ = console.handle(.set(parameter: 1, value, .text), under: Terms(change: ChangeNumber.ofCaller(0)), at: .ms(1), port: port)
        }
        let report = console.nextReport()
        #expect(report?.parameter == 1 && report?.value == 3 && report?.revision == 3)
        #expect(console.nextReport() == nil)
    }
}
