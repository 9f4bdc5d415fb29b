import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Conditions of commands, and gestures of programs")
struct TermsTests {
    private static func desk(_ configuration: Configuration) -> (console: Console, port: FakePort) {
        let console = Console(configuration)
        let port = FakePort(surfaces: configuration.surfaces.count)
        for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        return (console, port)
    }

    @Test("a command whose parameter changed meanwhile changes nothing, and returns the current value")
    func expectation() {
        let (console, port) = Self.desk(Desks.single())
        let seen = console.report(of: 0).revision.number
        _ = console.handle(.set(parameter: 0, 50, .text), under: Terms(expected: Expectation([0], changes: seen)), at: .ms(1), port: port)
        _ = port.take()
        let late = console.handle(
            .set(parameter: 0, 70, .text), under: Terms(expected: Expectation([0], changes: seen)), at: .ms(2), port: port)
        #expect(late.isUnmet && late.value == 50 && late.revision.number == seen + 1)
        #expect(console.value(of: 0) == 50 && port.sent.isEmpty)
        #expect(console.decision(of: 0, back: 0)?.kind == .outdated)
    }

    @Test("the expected revision of a compound counts the changes of all its parts")
    func compoundExpectation() {
        let (console, port) = Self.desk(Desks.price())
        let terms = Terms(expected: Expectation([0, 1], changes: 0))
        _ = console.handle(.set(parameter: 1, 90, .text), at: .ms(1), port: port)
        #expect(console.handle(.setBoth(low: 0, 1, 99, .text), under: terms, at: .ms(2), port: port).isUnmet)
        #expect((console.value(of: 0), console.value(of: 1)) == (20, 90))
        let newer = Terms(expected: Expectation([0, 1], changes: 1))
        #expect(!console.handle(.setBoth(low: 0, 1, 99, .text), under: newer, at: .ms(3), port: port).isUnmet)
    }

    @Test("a command whose condition is not met does not end a glide")
    func unmetGlide() {
        let (console, port) = Self.desk(Desks.single())
        _ = console.handle(.glide(parameter: 0, to: 100, over: .milliseconds(100), .recall), at: .zero, port: port)
        _ = console.handle(.set(parameter: 0, 3, .text), under: Terms(expected: Expectation([0], changes: 9)), at: .ms(1), port: port)
        Self.advance(console, to: 200, port)
        #expect(console.value(of: 0) == 100)
    }

    private static func advance(_ console: Console, to time: UInt64, _ port: FakePort) {
        while console.nextDeadline <= .ms(time) { console.advance(to: console.nextDeadline, port: port) }
    }

    @Test("several parts are one change, and the motors of all follow")
    func parts() {
        let configuration = Configuration(
            parameters: ["h", "s", "l"].map { ParameterSpec(id: $0, maximum: 127, decimals: 0) },
            surfaces: [Desks.surface("desk", Desks.fader(number: 1, parameter: 0), Desks.fader(number: 2, parameter: 2))])
        let (console, port) = Self.desk(configuration)
        _ = port.take()
        let outcome = console.handle(.setParts(PartValue(0, 10), PartValue(1, 20), PartValue(2, 300), .api), at: .ms(1), port: port)
        #expect(outcome.isClamped && outcome.value == 10)
        var numbers: Set<ChangeNumber> = []
        while let report = console.nextReport() { numbers.insert(report.change) }
        #expect(numbers.count == 1)
        #expect((0..<3).map { console.value(of: $0) } == [10, 20, 127])
        #expect(port.sent.count == 2)
    }

    /// A console whose only parameter was just moved by a gesture.
    private static func held() -> (console: Console, port: FakePort) {
        let (console, port) = desk(Desks.single())
        _ = console.handle(.setPosition(parameter: 0, Position(0.5), .api), under: gesture(.hold), at: .ms(1), port: port)
        return (console, port)
    }

    private static func send(_ console: Console, _ message: MIDIMessage, at time: UInt64, _ port: FakePort) {
        console.handle(message, from: 0, at: .ms(time), port: port)
    }

    private static func gesture(_ grip: Grip) -> Terms { Terms(change: ChangeNumber.ofCaller(1), grip: grip) }

    private static func glide(_ console: Console, at time: UInt64, _ port: FakePort) -> Double {
        _ = console.handle(.glide(parameter: 0, to: 0, over: .milliseconds(100), .recall), at: .ms(time), port: port)
        advance(console, to: time + 200, port)
        return console.value(of: 0)
    }

    @Test("a gesture holds its parameter against glides until two seconds after its last move, or until its end")
    func grips() {
        var (console, port) = Self.held()
        let value = console.value(of: 0)
        #expect(Self.glide(console, at: 1_900, port) == value)
        #expect(console.decision(of: 0, back: 0)?.kind == .heldGesture)
        #expect(Self.glide(console, at: 2_001, port) == 0)
        (console, port) = Self.held()
        _ = console.handle(.setPosition(parameter: 0, Position(0.6), .api), under: Self.gesture(.letGo), at: .ms(10), port: port)
        #expect(Self.glide(console, at: 20, port) == 0)
        (console, port) = Self.held()
        _ = console.handle(.nothing(parameter: 0), under: Self.gesture(.letGo), at: .ms(10), port: port)
        #expect(Self.glide(console, at: 20, port) == 0)
    }

    @Test("a gesture moves the motors, ends a glide, and is one change, even with values of others in between")
    func moves() {
        let (console, port) = Self.desk(Desks.single())
        _ = console.handle(.glide(parameter: 0, to: 100, over: .milliseconds(1_000), .recall), at: .zero, port: port)
        _ = port.take()
        for step in 1...5 {
            _ = console.handle(
                .setPosition(parameter: 0, Position(Double(step) / 10), .api), under: Self.gesture(.hold), at: .ms(UInt64(step)), port: port
            )
            if step == 3 { _ = console.handle(.set(parameter: 0, 99, .text), at: .ms(3), port: port) }
        }
        Self.advance(console, to: 2_000, port)
        #expect(port.sent.count == 6)
        var numbers: [ChangeNumber] = []
        while let report = console.nextReport() { if report.origin == .api { numbers.append(report.change) } }
        #expect(!numbers.isEmpty && Set(numbers) == [ChangeNumber.ofCaller(1)])
    }

    @Test("the end of a gesture after two silent seconds does not end a glide begun since")
    func letsGoLate() {
        let (console, port) = Self.held()
        _ = console.handle(.glide(parameter: 0, to: 0, over: .milliseconds(100), .recall), at: .ms(3_000), port: port)
        _ = console.handle(.nothing(parameter: 0), under: Self.gesture(.letGo), at: .ms(3_010), port: port)
        Self.advance(console, to: 3_200, port)
        #expect(console.value(of: 0) == 0)
    }

    @Test("a hand wins over a gesture: the gesture's hold ends, and it moves nothing while the hand is there")
    func hand() {
        let (console, port) = Self.held()
        let value = console.value(of: 0)
        Self.send(console, MIDIMessage(MessageAddress(.note, number: 104), raw: 127), at: 10, port)
        _ = port.take()
        let move = Command.setPosition(parameter: 0, Position(0.9), .api)
        let lost = console.handle(move, under: Self.gesture(.hold), at: .ms(20), port: port)
        #expect(lost.isInHand && lost.value == value && console.value(of: 0) == value && port.sent.isEmpty)
        #expect(console.decision(of: 0, back: 0)?.kind == .heldTouched)
        #expect(!console.handle(.set(parameter: 0, 70, .text), at: .ms(25), port: port).isInHand)
        Self.send(console, MIDIMessage(MessageAddress(.note, number: 104), raw: 0), at: 30, port)
        #expect(Self.glide(console, at: 400, port) == 0, "the gesture holds no longer")
        #expect(!console.handle(move, under: Self.gesture(.hold), at: .ms(700), port: port).isInHand)
        #expect(console.value(of: 0) > 0)
    }

    @Test("a hand on one end of a range wins over a gesture that moves both")
    func handOnAnEnd() {
        let (console, port) = Self.desk(Desks.price())
        let before = (console.value(of: 0), console.value(of: 1))
        Self.send(console, MIDIMessage(MessageAddress(.cc, number: 2), raw: 90), at: 1, port)
        let held = console.value(of: 1)
        #expect(console.handle(.setBoth(low: 0, 1, 99, .api), under: Self.gesture(.hold), at: .ms(2), port: port).isInHand)
        #expect((console.value(of: 0), console.value(of: 1)) == (before.0, held) && held != before.1)
        #expect(!console.handle(.set(parameter: 0, 1, .api), under: Self.gesture(.hold), at: .ms(3), port: port).isInHand)
    }

    @Test("a gesture keeps its hold over a reload")
    func reload() {
        let (console, port) = Self.held()
        let next = Console(Desks.single())
        next.adopt(console, Continuity(from: Desks.single(), to: Desks.single()), at: .ms(100), port: port)
        let value = next.value(of: 0)
        #expect(Self.glide(next, at: 200, port) == value)
    }

    @Test("a gesture does not push the other end of a range out from under a finger: it stops at the gap")
    func besideAHand() {
        let (console, port) = Self.desk(Desks.price(meet: .push))
        console.handle(MIDIMessage(MessageAddress(.note, number: 105), raw: 127), from: 0, at: .ms(1), port: port)
        let outcome = console.handle(.set(parameter: 0, 110, .api), under: Terms(grip: .hold), at: .ms(2), port: port)
        #expect(outcome.isClamped && !outcome.isInHand && outcome.value == 90)
        #expect(console.value(of: 1) == 100)
        // A command that is no gesture pushes, and so does a gesture when the finger has left.
        _ = console.handle(.set(parameter: 0, 100, .api), at: .ms(3), port: port)
        #expect(console.value(of: 1) == 110)
        console.handle(MIDIMessage(MessageAddress(.note, number: 105), raw: 0), from: 0, at: .ms(4), port: port)
        _ = console.handle(.set(parameter: 0, 110, .api), under: Terms(grip: .hold), at: .ms(500), port: port)
        #expect(console.value(of: 0) == 110 && console.value(of: 1) == 120)
    }
}
