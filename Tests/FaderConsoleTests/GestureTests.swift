import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Numbers of changes: one gesture, one command, one number")
struct GestureTests {
    /// A console and its reports so far.
    private final class Desk {
        let console: Console
        let port: FakePort

        init(_ configuration: Configuration) {
            console = Console(configuration)
            port = FakePort(surfaces: configuration.surfaces.count)
            for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        }

        func move(_ raw: UInt32, number: UInt16 = 1, surface: SurfaceIndex = 0, at time: UInt64) {
            advance(to: time)
            console.handle(MIDIMessage(MessageAddress(.cc, number: number), raw: raw), from: surface, at: .ms(time), port: port)
        }

        func touch(_ isTouched: Bool, number: UInt16 = 1, at time: UInt64) {
            advance(to: time)
            let address = MessageAddress(.note, number: 103 + number)
            console.handle(MIDIMessage(address, raw: isTouched ? 127 : 0), from: 0, at: .ms(time), port: port)
        }

        func run(_ command: Command, change: ChangeNumber = 0, at time: UInt64) {
            advance(to: time)
            _ = console.handle(command, under: Terms(change: change), at: .ms(time), port: port)
        }

        func advance(to time: UInt64) {
            while console.nextDeadline <= .ms(time) { console.advance(to: console.nextDeadline, port: port) }
        }

        /// The number of a parameter's last change.
        func number(_ parameter: ParameterIndex = 0) -> ChangeNumber { console.report(of: parameter).change }
    }

    @Test("a number below those of callers is replaced by one of the console's own")
    func commands() {
        let desk = Desk(Desks.single())
        desk.run(.set(parameter: 0, 3, .text), change: 5, at: 3)
        #expect(desk.number(0) != 5)
    }

    @Test("if there are more changes than room, the rest are reported as one, and no step between is missing")
    func noRoom() {
        let desk = Desk(Desks.single())
        for index in 1...1000 { desk.run(.set(parameter: 0, Double(index % 100), .api), at: 1) }
        var last = 0.0
        var count = 0
        while let report = desk.console.nextReport() {
            #expect(report.before == last)
            last = report.value
            count += 1
        }
        #expect(last == 0)
        #expect(count == 257)
    }

    @Test("decisions have the number of their change")
    func decisions() {
        let desk = Desk(Desks.pair())
        desk.touch(true, at: 0)
        desk.move(10, at: 1)
        let numbers = (0..<2).map { desk.console.decision(of: 0, back: $0)?.change }
        #expect(numbers == [desk.number(), desk.number()])
        desk.run(.set(parameter: 0, 20, .undo), change: ChangeNumber.ofCaller(0), at: 2)
        #expect(desk.console.decision(of: 0, back: 0)?.change == ChangeNumber.ofCaller(0))
        #expect(desk.console.decision(of: 0, back: 0)?.origin == .undo)
    }

    @Test("a command whose parameter changed meanwhile changes nothing, and returns the current value")
    func expectation() {
        let (console, port) = (Console(Desks.single()), FakePort(surfaces: 1))
        let seen = console.report(of: 0).revision.number
        _ = console.handle(.set(parameter: 0, 50, .text), under: Terms(expected: Expectation([0], changes: seen)), at: .ms(1), port: port)
        _ = port.take()
        let late = console.handle(
            .set(parameter: 0, 70, .text), under: Terms(expected: Expectation([0], changes: seen)), at: .ms(2), port: port)
        #expect(late.isUnmet && late.value == 50 && late.revision.number == seen + 1)
        #expect(console.value(of: 0) == 50 && port.sent.isEmpty)
        #expect(console.decision(of: 0, back: 0)?.kind == .outdated)
    }
}
