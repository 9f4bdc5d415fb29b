import FaderConsole
import FaderTesting
import FaderValues
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

    @Test("a program holds as a button does: the hold and its end are one change, and what somebody sets meanwhile stays")
    func program() {
        let (console, port) = start()
        let outcome = console.handle(
            .hold(parameter: 0, 100, .api), under: Terms(change: ChangeNumber.ofCaller(7)), at: .ms(10), port: port)
        #expect(outcome.value == 100)
        let down = console.nextReport()
        #expect(down?.value == 100 && down?.isHeld == true && down?.lasting == 30)
        _ = console.handle(.endHold(parameter: 0), at: .ms(20), port: port)
        let up = console.nextReport()
        #expect(up?.value == 30 && up?.isHeld == false && up?.before == 30 && up?.change == down?.change)
        _ = console.handle(.endHold(parameter: 0), at: .ms(25), port: port)
        #expect(console.nextReport() == nil, "an end of nothing")
        _ = console.handle(.hold(parameter: 0, 100, .api), at: .ms(30), port: port)
        _ = console.handle(.set(parameter: 0, 60, .text), at: .ms(40), port: port)
        _ = console.handle(.endHold(parameter: 0), at: .ms(50), port: port)
        #expect(console.value(of: 0) == 60)
        _ = console.handle(.hold(parameter: 0, 60, .api), at: .ms(60), port: port)
        #expect(!console.report(of: 0).isHeld, "a hold that changes nothing")
    }

    @Test("a program and a button that hold the same: the one that came second lets go without ending the hold of the first")
    func both() {
        let (console, port) = start()
        press(console, true, port, at: 10)
        _ = console.handle(.hold(parameter: 0, 100, .api), at: .ms(20), port: port)
        _ = console.handle(.endHold(parameter: 0), at: .ms(30), port: port)
        #expect(console.value(of: 0) == 100 && console.report(of: 0).lasting == 30)
        press(console, false, port, at: 40)
        #expect(console.value(of: 0) == 30)
        _ = console.handle(.hold(parameter: 0, 100, .api), at: .ms(50), port: port)
        press(console, true, port, at: 60)
        press(console, false, port, at: 70)
        #expect(console.value(of: 0) == 100 && console.report(of: 0).lasting == 30)
        _ = console.handle(.endHold(parameter: 0), at: .ms(80), port: port)
        #expect(console.value(of: 0) == 30 && !console.report(of: 0).isHeld)
        // At the first end the second has nothing to bring back any more.
        _ = console.handle(.hold(parameter: 0, 100, .api), at: .ms(90), port: port)
        press(console, true, port, at: 100)
        _ = console.handle(.endHold(parameter: 0), at: .ms(110), port: port)
        press(console, false, port, at: 120)
        #expect(console.value(of: 0) == 30 && !console.report(of: 0).isHeld)
    }

    @Test("several programs are one holder: after other values, too, the one before the first comes back")
    func programs() {
        let (console, port) = start()
        for value in [100.0, 60, 80] { _ = console.handle(.hold(parameter: 0, value, .api), at: .ms(10), port: port) }
        #expect(console.value(of: 0) == 80 && console.report(of: 0).lasting == 30)
        _ = console.handle(.endHold(parameter: 0), at: .ms(20), port: port)
        #expect(console.value(of: 0) == 30 && !console.report(of: 0).isHeld)
    }

    @Test("a fade that is asked for while a program holds ends the hold, and one that is going on ends at it")
    func fades() {
        let (console, port) = start()
        let held = Terms(change: ChangeNumber.ofCaller(7), grip: .hold)
        let fade = Command.glide(parameter: 0, to: 90, over: .milliseconds(100), .recall)
        _ = console.handle(fade, at: .ms(10), port: port)
        _ = console.handle(.hold(parameter: 0, 100, .api), under: held, at: .ms(50), port: port)
        for time in stride(from: 60, through: 500, by: 10) { console.advance(to: .ms(UInt64(time)), port: port) }
        #expect(console.value(of: 0) == 100, "a fade moves on under a hold")
        let before = console.report(of: 0).lasting
        _ = console.handle(fade, at: .ms(510), port: port)
        for time in stride(from: 520, through: 900, by: 10) { console.advance(to: .ms(UInt64(time)), port: port) }
        _ = console.handle(.endHold(parameter: 0), under: Terms(grip: .letGo), at: .ms(910), port: port)
        #expect(console.value(of: 0) == before && !console.report(of: 0).isHeld)
    }

    @Test("a reload keeps what a program holds, and clamps it and what it returns to")
    func reloadOfProgram() {
        let (old, port) = start()
        _ = old.handle(.hold(parameter: 0, 100, .api), at: .ms(10), port: port)
        let bare = desk(35...90, hasButton: false)
        let next = reload(old, Self.desk, to: bare, port)
        #expect(next.value(of: 0) == 90 && next.report(of: 0).isHeld && next.report(of: 0).lasting == 35)
        _ = next.handle(.endHold(parameter: 0), at: .ms(30), port: port)
        #expect(next.value(of: 0) == 35 && !next.report(of: 0).isHeld)
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

    /// The desk with another range, and with or without its button.
    private func desk(_ range: ClosedRange<Double>, unit: String = "", hasButton: Bool = true) -> Configuration {
        var level = Desks.level
        (level.minimum, level.maximum, level.defaultValue, level.unit) = (range.lowerBound, range.upperBound, range.lowerBound, unit)
        let button = Desks.button(.hold(100), hasLamp: false)
        return hasButton
            ? Desks.single(button, level) : Configuration(parameters: [level], surfaces: [Desks.surface("desk")])
    }

    private func reload(_ old: Console, _ former: Configuration, to next: Configuration, _ port: FakePort) -> Console {
        let console = Console(next)
        console.adopt(old, Continuity(from: former, to: next), at: .ms(20), port: port)
        return console
    }

    @Test(
        "a reload clamps what is held and what it returns to; the button goes on holding",
        arguments: [(0...50.0, 50.0, 30.0), (40...127, 100, 40), (0...20, 20, 20), (35...90, 90, 35)])
    func clamped(range: ClosedRange<Double>, held: Double, lasting: Double) {
        let (old, port) = start()
        press(old, true, port, at: 10)
        _ = old.nextReport()
        let console = reload(old, Self.desk, to: desk(range), port)
        #expect(console.value(of: 0) == held && console.report(of: 0).lasting == lasting)
        if held != 100 {
            let report = console.nextReport()
            #expect(report?.value == held && report?.isHeld == true && report?.lasting == lasting && report?.origin == .restore)
        }
        #expect(console.nextReport() == nil)
        press(console, false, port, at: 30)
        let up = console.report(of: 0)
        #expect(up.value == lasting && !up.isHeld && up.before == lasting)
    }

    @Test("clamped twice, and clamped while the button goes: what it returns to is within the range")
    func clampedAgain() {
        let (old, port) = start()
        press(old, true, port, at: 10)
        let once = reload(old, Self.desk, to: desk(0...80), port)
        let twice = reload(once, desk(0...80), to: desk(0...60), port)
        #expect(twice.report(of: 0).isHeld && twice.value(of: 0) == 60 && twice.report(of: 0).lasting == 30)
        let gone = reload(twice, desk(0...60), to: desk(0...20, hasButton: false), port)
        #expect(gone.value(of: 0) == 20 && !gone.report(of: 0).isHeld)
    }

    @Test("of two buttons that hold one parameter, each returns to what it would without the reload")
    func nested() {
        let other = MessageAddress(.note, number: 17)
        func desk(_ maximum: Double) -> Configuration {
            var (level, second) = (Desks.level, Desks.button(.hold(50), other, hasLamp: false))
            (level.maximum, second.id) = (maximum, "button.2")
            return Configuration(
                parameters: [level], surfaces: [Desks.surface("desk", Desks.button(.hold(100), hasLamp: false), second)])
        }
        let (old, port) = start(desk(127))
        press(old, true, port, at: 10)
        old.handle(MIDIMessage(other, raw: 127), from: 0, at: .ms(15), port: port)
        let console = reload(old, desk(127), to: desk(40), port)
        #expect(console.value(of: 0) == 40 && console.report(of: 0).lasting == 30)
        press(console, false, port, at: 30)
        #expect(console.value(of: 0) == 40, "the other one holds it")
        console.handle(MIDIMessage(other, raw: 0), from: 0, at: .ms(40), port: port)
        let last = console.report(of: 0)
        #expect(last.value == 40 && !last.isHeld && last.lasting == 40 && last.before == 30, "what the second found, clamped")
        while let report = console.nextReport() { #expect(report.revision <= last.revision) }
    }

    @Test("a second button that holds the same value lets go without ending the hold of the first")
    func twice() {
        let other = MessageAddress(.note, number: 17)
        var second = Desks.button(.hold(100), other, hasLamp: false)
        second.id = "button.2"
        let (console, port) = start(
            Configuration(
                parameters: [Desks.level], surfaces: [Desks.surface("desk", Desks.button(.hold(100), hasLamp: false), second)]))
        press(console, true, port, at: 10)
        console.handle(MIDIMessage(other, raw: 127), from: 0, at: .ms(15), port: port)
        console.handle(MIDIMessage(other, raw: 0), from: 0, at: .ms(20), port: port)
        #expect(console.report(of: 0).isHeld && console.report(of: 0).lasting == 30)
        press(console, false, port, at: 30)
        #expect(console.value(of: 0) == 30)
    }

    @Test("a parameter whose unit changes, or that goes, is no longer held: the release changes nothing")
    func another() {
        let former = desk(0...127, unit: "%")
        for next in [desk(0...127, unit: "dB"), Configuration(surfaces: [Desks.surface("desk")])] {
            let (old, port) = start(former)
            press(old, true, port, at: 10)
            let console = reload(old, former, to: next, port)
            press(console, false, port, at: 30)
            #expect(console.nextReport() == nil)
            guard let level = next.parameters.first else { continue }
            #expect(console.value(of: 0) == level.defaultValue && !console.report(of: 0).isHeld)
        }
    }

    @Test("an end of a range that the other end moves aside is still held")
    func end() {
        var button = Desks.button(.hold(90), hasLamp: false)
        button.parameter = 0
        let (old, next) = (Desks.price(gap: 10, controls: button), Desks.price(gap: 30, controls: button))
        let (console, port) = (Console(old, values: [20, 100]), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        press(console, true, port, at: 10)
        #expect(console.value(of: 0) == 90)
        let reloaded = reload(console, old, to: next, port)
        #expect(reloaded.value(of: 1) - reloaded.value(of: 0) >= 30)
        #expect(reloaded.report(of: 0).isHeld && reloaded.report(of: 0).lasting == 20)
        press(reloaded, false, port, at: 30)
        #expect(reloaded.value(of: 0) == 20)
    }
}
