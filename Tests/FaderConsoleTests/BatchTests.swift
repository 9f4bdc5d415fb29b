import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Bursts: input that arrives together is answered only with the newest positions")
struct BatchTests {
    private func desk(_ echo: EchoPolicy = .release, touch: Bool = false) -> (Console, FakePort) {
        let pitchbend = MessageAddress(.pitchbend)
        let moved = ControlSpec(
            id: "fader.1", input: pitchbend, motor: pitchbend, touch: touch ? MessageAddress(.note, number: 104) : nil, echo: echo,
            parameter: 0)
        let other = ControlSpec(id: "fader.1", input: pitchbend, motor: pitchbend, parameter: 0)
        let configuration = Configuration(
            parameters: [ParameterSpec(id: "a", minimum: 0, maximum: 16383)],
            surfaces: [
                SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: [moved]),
                SurfaceSpec(name: "box", match: SurfaceMatch(client: "box"), controls: [other]),
            ])
        let port = FakePort(surfaces: 2)
        let console = Console(configuration)
        for surface in 0..<2 as Range<SurfaceIndex> {
            console.connected(surface, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        }
        _ = port.take()
        return (console, port)
    }

    private func move(_ console: Console, to raw: UInt32, _ port: FakePort) {
        console.handle(MIDIMessage(MessageAddress(.pitchbend), raw: raw), from: 0, at: .zero, port: port)
    }

    @Test("a burst of moves costs the other surface one message, with the last position")
    func newestAlone() {
        let (console, port) = desk()
        console.beginBatch()
        for raw in 1...100 { move(console, to: UInt32(raw), port) }
        #expect(port.take().isEmpty)
        console.endBatch(at: .zero, port: port)
        #expect(port.take() == ["1: pitchbend ch 1 = 100"])
        #expect(console.value(of: 0) == 100)
    }

    @Test("after a burst every move is answered at once again")
    func endsClean() {
        let (console, port) = desk()
        console.beginBatch()
        console.endBatch(at: .zero, port: port)
        move(console, to: 7, port)
        #expect(port.take() == ["1: pitchbend ch 1 = 7"])
    }

    @Test("with echo immediate every move of a burst is answered, even under a finger; the other surface gets the last")
    func immediateAnswer() {
        let (console, port) = desk(.immediate, touch: true)
        console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .zero, port: port)
        console.beginBatch()
        for raw in 1...10 { move(console, to: UInt32(raw), port) }
        console.endBatch(at: .zero, port: port)
        #expect(port.take() == (1...10).map { "0: pitchbend ch 1 = \($0)" } + ["1: pitchbend ch 1 = 10"])
    }

    @Test("a finger released within a burst gets the true position at once, and only once")
    func releaseInBurst() {
        let (console, port) = desk(touch: true)
        let touch = MessageAddress(.note, number: 104)
        console.beginBatch()
        console.handle(MIDIMessage(touch, raw: 127), from: 0, at: .zero, port: port)
        move(console, to: 50, port)
        console.handle(MIDIMessage(touch, raw: 0), from: 0, at: .zero, port: port)
        console.endBatch(at: .zero, port: port)
        #expect(port.take().sorted() == ["0: pitchbend ch 1 = 50", "1: pitchbend ch 1 = 50"])
    }

    @Test("a fader touched within a burst is not moved by earlier input of the burst")
    func touchInBurst() {
        let (console, port) = desk(touch: true)
        console.beginBatch()
        _ = console.handle(.set(parameter: 0, 900, .text), at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .zero, port: port)
        console.endBatch(at: .zero, port: port)
        #expect(port.take() == ["1: pitchbend ch 1 = 900"])
    }

    @Test("a late reading does not undo what was set under the finger, neither in a burst nor one by one", arguments: [false, true])
    func lateReading(isBurst: Bool) {
        let (console, port) = (Console(Desks.single(Desks.fader(.pitchbend, number: 1), Desks.fine)), FakePort(surfaces: 1))
        port.mayReportMotors = true
        console.connected(0, port.connected[0], at: .zero, port: port)
        func say(_ address: MessageAddress, _ raw: UInt32, _ now: MonotonicTime) {
            console.handle(MIDIMessage(address, raw: raw), from: 0, at: now, port: port)
        }
        let (touch, fader) = (MessageAddress(.note, number: 104), MessageAddress(.pitchbend))
        say(touch, 127, .ms(1000))
        say(fader, 800, .ms(1010))
        _ = console.handle(.set(parameter: 0, 12000, .text), at: .ms(1100), port: port)
        if isBurst { console.beginBatch() }
        say(touch, 0, .ms(1200))
        say(fader, 801, .ms(1200))
        if isBurst { console.endBatch(at: .ms(1200), port: port) }
        while console.nextDeadline < .ms(3000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.value(of: 0) == 12000)
    }
}
