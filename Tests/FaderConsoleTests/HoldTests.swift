import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("What a button holds is reported with what it returns to")
struct HoldTests {
    private static let desk = Desks.single(Desks.button(.hold(100), hasLamp: false))

    private func start(_ configuration: Configuration = desk) -> (Console, FakePort) {
        let (console, port) = (Console(configuration, values: [30]), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        return (console, port)
    }

    private func press(_ console: Console, _ isDown: Bool, _ port: FakePort, at time: UInt64) {
        console.handle(MIDIMessage(MessageAddress(.note, number: 16), raw: isDown ? 127 : 0), from: 0, at: .ms(time), port: port)
    }

    @Test("while it is down the value is the held one, and the lasting one is that before; after it neither is special")
    func held() {
        let (console, port) = start()
        press(console, true, port, at: 10)
        let down = console.nextReport()
        #expect(down?.value == 100 && down?.isHeld == true && down?.lasting == 30)
        press(console, true, port, at: 20)
        #expect(console.report(of: 0).lasting == 30, "pressed again without a release")
        press(console, false, port, at: 30)
        let up = console.nextReport()
        #expect(up?.value == 30 && up?.isHeld == false && up?.lasting == 30)
    }

    @Test("a value set meanwhile stays, and its change leads from the value before the hold")
    func overtaken() {
        let (console, port) = start()
        press(console, true, port, at: 10)
        _ = console.handle(.set(parameter: 0, 60, .text), at: .ms(20), port: port)
        let first = console.nextReport()
        #expect(first?.isHeld == true && first?.lasting == 30)
        let second = console.nextReport()
        #expect(second?.value == 60 && second?.isHeld == false && second?.before == 30)
        press(console, false, port, at: 30)
        #expect(console.value(of: 0) == 60)
        #expect(console.nextReport() == nil)
    }

    @Test("a hold that changes nothing holds nothing")
    func same() {
        let (console, port) = start()
        _ = console.handle(.set(parameter: 0, 100, .text), at: .ms(5), port: port)
        press(console, true, port, at: 10)
        #expect(!console.report(of: 0).isHeld)
    }

    @Test("a reload keeps a hold; one that takes the button away brings back the value")
    func reload() {
        let (old, port) = start()
        press(old, true, port, at: 10)
        let next = Console(Self.desk)
        next.adopt(old, Continuity(from: Self.desk, to: Self.desk), at: .ms(20), port: port)
        #expect(next.value(of: 0) == 100 && next.report(of: 0).lasting == 30)
        press(next, false, port, at: 30)
        #expect(next.value(of: 0) == 30)
        press(next, true, port, at: 40)
        let bare = Configuration(parameters: [Desks.level], surfaces: [Desks.surface("desk")])
        let without = Console(bare)
        without.adopt(next, Continuity(from: Self.desk, to: bare), at: .ms(50), port: port)
        #expect(without.value(of: 0) == 30)
    }
}
