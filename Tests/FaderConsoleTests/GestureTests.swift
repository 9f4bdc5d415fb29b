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
        private var told: [ParameterReport] = []

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

        /// The reports, as `before→value`, with equal letters for equal numbers.
        func reports() -> [String] {
            while let report = console.nextReport() { told.append(report) }
            var numbers: [ChangeNumber] = []
            return told.map { report in
                if !numbers.contains(report.change) { numbers.append(report.change) }
                let letter = Array("abcdefgh")[numbers.firstIndex(of: report.change) ?? 0]
                return "\(letter) \(Int(report.before))→\(Int(report.value))"
            }
        }
    }

    private let plainKnob = Desks.fader(isTouchable: false, hasMotor: false)

    @Test("from touch to release is one gesture, however long the finger rests; two touches are two")
    func touches() {
        let desk = Desk(Desks.single())
        desk.touch(true, at: 0)
        desk.move(10, at: 1)
        desk.move(20, at: 10_000)
        let first = desk.number()
        desk.touch(false, at: 10_001)
        desk.touch(true, at: 10_002)
        desk.move(30, at: 10_003)
        #expect(desk.number() != first)
        #expect(desk.reports() == ["a 0→20", "b 20→30"])
    }

    @Test("without touch sensor a gesture ends a hold-off after its last movement", arguments: [true, false])
    func holdOff(hasMotor: Bool) {
        let desk = Desk(Desks.single(Desks.fader(isTouchable: false, hasMotor: hasMotor)))
        desk.move(10, at: 1)
        desk.move(20, at: 150)
        desk.move(30, at: 299)
        desk.move(40, at: 449)
        desk.move(50, at: 460)
        #expect(desk.reports() == ["a 0→30", "b 30→50"])
    }

    @Test("a knob without a motor needs one timer for the hand on it, however often it moves")
    func oneWakeUp() {
        let desk = Desk(Desks.single(plainKnob))
        desk.move(10, at: 1)
        desk.move(20, at: 100)
        #expect(desk.console.nextDeadline == .ms(151))
        desk.console.advance(to: .ms(151), port: desk.port)
        #expect(desk.console.nextDeadline == .ms(250))
        desk.console.advance(to: .ms(250), port: desk.port)
        #expect(desk.console.nextDeadline == .never)
    }

    @Test("a fader that only repeats its parameter's position begins no gesture")
    func sameValue() {
        let desk = Desk(Desks.single())
        desk.run(.set(parameter: 0, 5, .text), at: 1)
        desk.move(5, at: 1000)
        desk.run(.set(parameter: 0, 6, .text), at: 1001)
        #expect(desk.reports() == ["a 0→5", "b 5→6"])
    }

    @Test("a change from elsewhere does not end a gesture: each keeps its number, and none is lost before it is reported")
    func interleaved() {
        let desk = Desk(Desks.single())
        desk.touch(true, at: 0)
        desk.move(10, at: 1)
        desk.run(.set(parameter: 0, 90, .api), at: 2)
        desk.move(11, at: 3)
        desk.move(12, at: 4)
        #expect(desk.reports() == ["a 0→10", "b 10→90", "a 90→12"])
    }

    @Test("two faders moved at once keep their numbers, on one parameter and on two")
    func twoHands() {
        let faders = [Desks.jumping(plainKnob), Desks.fader(number: 2, parameter: 0), Desks.fader(number: 3, parameter: 1)]
        let surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: ""), controls: faders)
        let desk = Desk(Configuration(parameters: [Desks.level, Desks.fine], surfaces: [surface]))
        for step in 0..<3 as Range<UInt64> {
            desk.move(UInt32(10 + step), at: 10 * step)
            desk.move(UInt32(50 + step), number: 2, at: 10 * step + 1)
            desk.move(UInt32(70 + step), number: 3, at: 10 * step + 2)
        }
        let onFirst = ["a 0→10", "b 10→50", "a 50→11", "b 11→51", "a 51→12", "b 12→52"]
        #expect(Array(desk.reports().filter { !$0.hasPrefix("c") }) == onFirst)
        #expect(desk.reports().count { $0.hasPrefix("c") } == 1)
    }

    @Test("every command without a number gets its own, those with one keep it, also for several parameters")
    func commands() {
        let desk = Desk(Configuration(parameters: [Desks.level, Desks.fine]))
        desk.run(.set(parameter: 0, 1, .text), at: 1)
        desk.run(.set(parameter: 1, 1, .text), at: 1)
        #expect(desk.number(0) != desk.number(1))
        let recall = ChangeNumber.ofCaller(12)
        for parameter in 0...1 as ClosedRange<ParameterIndex> { desk.run(.set(parameter: parameter, 2, .recall), change: recall, at: 2) }
        #expect(desk.number(0) == recall && desk.number(1) == recall)
        desk.run(.set(parameter: 0, 3, .text), change: 5, at: 3)
        #expect(desk.number(0) != 5, "numbers below are the console's own")
    }

    @Test("a command that changes nothing keeps the number of the last change, and changes not yet reported")
    func refused() {
        let desk = Desk(Desks.single())
        desk.run(.set(parameter: 0, 5, .text), at: 1)
        let compound = desk.number()
        desk.run(.record(.refused, parameter: 0, .text), at: 2)
        desk.run(.set(parameter: 0, 5, .api), at: 3)
        #expect(desk.number() == compound)
        #expect(desk.reports() == ["a 0→5"])
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

    @Test("a finger that keeps moving after input was dropped is in the same gesture")
    func overrun() {
        let desk = Desk(Desks.single())
        desk.touch(true, at: 0)
        desk.move(10, at: 1)
        desk.console.overrun(at: .ms(1000), port: desk.port)
        desk.move(20, at: 1100)
        #expect(desk.reports() == ["a 0→20"])
    }

    @Test("a turn of an encoder is a gesture too, and a fader that returns after unplugging begins a new one")
    func encoderAndPull() {
        let address = MessageAddress(.nrpn, number: 1)
        let encoder = ControlSpec(id: "encoder.1", input: address, parameter: 0)
        let desk = Desk(Configuration(parameters: [Desks.level], surfaces: [Desks.surface("desk", encoder)]))
        func turn(at time: UInt64) {
            for (number, raw): (UInt16, UInt32) in [(99, 0), (98, 1), (96, 0)] { desk.move(raw, number: number, at: time) }
        }
        turn(at: 1)
        turn(at: 100)
        desk.console.connected(0, Connections(), at: .ms(101), port: desk.port)
        desk.console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(102), port: desk.port)
        turn(at: 103)
        #expect(desk.reports().map { $0.prefix(1) } == ["a", "b"])
    }

    private func range(_ meet: Meet) -> Configuration {
        let ends = ["low", "high"].map { ParameterSpec(id: $0, maximum: 127, defaultValue: $0 == "low" ? 10 : 20) }
        return Configuration(
            parameters: ends, surfaces: [Desks.surface("desk", Desks.fader())],
            compounds: [CompoundSpec(id: "r", kind: .range(gap: 10, meet: meet), parts: [0, 1])])
    }

    @Test("a pushed end has the number of the change that pushed it, and both ends set at once share one")
    func ranges() {
        let desk = Desk(range(.push))
        desk.touch(true, at: 0)
        desk.move(50, at: 1)
        #expect(desk.console.value(of: 1) == 60)
        #expect(desk.number(0) == desk.number(1))
        let gesture = desk.number(0)
        desk.run(.setBoth(low: 0, 1, 99, .text), at: 2)
        #expect(desk.number(0) == desk.number(1) && desk.number(0) != gesture)
        #expect(desk.reports() == ["a 10→50", "a 20→60", "b 60→99", "b 50→1"])
    }

    @Test("every press of a button is a gesture, however fast; a hold is one with its release")
    func buttons() {
        func button(_ number: UInt16, _ action: ControlAction) -> ControlSpec {
            ControlSpec(id: "b.\(number)", input: MessageAddress(.cc, number: number), parameter: 0, action: action)
        }
        let surface = Desks.surface("desk", button(1, .step(by: 1, .ordinary)), button(2, .hold(99)))
        let desk = Desk(Configuration(parameters: [ParameterSpec(id: "level", maximum: 127, step: 1)], surfaces: [surface]))
        for time in 1...2 as ClosedRange<UInt64> {
            desk.move(127, at: time)
            desk.move(0, at: time)
        }
        desk.move(127, number: 2, at: 3)
        _ = desk.reports()
        desk.move(0, number: 2, at: 900)
        #expect(desk.reports() == ["a 0→1", "b 1→2", "c 2→99", "c 2→2"])
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

    @Test("numbers and gestures continue through a reload, and values changed by it are a separate change")
    func reload() {
        let configuration = Desks.single()
        let desk = Desk(configuration)
        desk.run(.set(parameter: 0, 100, .text), at: 1)
        let compound = desk.number()
        desk.touch(true, at: 2)
        desk.move(90, at: 3)
        var narrow = configuration
        narrow.parameters[0].maximum = 50
        let next = Console(narrow)
        next.adopt(desk.console, Continuity(from: configuration, to: narrow), at: .ms(4), port: desk.port)
        var reports: [ParameterReport] = []
        while let report = next.nextReport() { reports.append(report) }
        #expect(reports.map(\.value) == [100, 90, 50])
        #expect(reports.map(\.before) == [0, 100, 90])
        #expect(Set(reports.map(\.change)).count == 3 && reports.map(\.change).min() == compound)
        next.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 20), from: 0, at: .ms(5000), port: desk.port)
        #expect(next.nextReport()?.change == reports[1].change, "the finger is still on it")
    }
}
