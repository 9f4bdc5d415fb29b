import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Loops and echoes: bounded, converging, reported once")
struct LoopTests {
    private func console(_ configuration: Configuration, _ port: LoopedPort) -> Console {
        let console = Console(configuration)
        for surface in configuration.surfaces.rowIndices {
            console.connected(surface, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        }
        return console
    }

    private func cc(_ raw: UInt32) -> MIDIMessage { MIDIMessage(MessageAddress(.cc, number: 1), raw: raw) }
    private func set(_ value: Double) -> LoopedPort.Act { .command(.set(parameter: 0, value, .text)) }

    private static let delays: [UInt64] = [0, 100_000, 1_000_000, 5_000_000, 20_000_000, 100_000_000]
    private static let echoes: [EchoPolicy] = [.release, .immediate, .never]

    @Test("typed values on a device that echoes everything end where they were typed, with no message too many", arguments: delays, echoes)
    func echoingDevice(delay: UInt64, echo: EchoPolicy) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(Desks.fader(echo: echo)), port)
        // Faster than the echoes come back.
        let acts = (1...50).map { (at: MonotonicTime.ms(10 + UInt64($0)), act: set(Double($0))) }
        #expect(port.run(console, acts, until: .ms(5_000)))
        #expect(console.value(of: 0) == 50)
        #expect(port.last[0] == 50)
        #expect(port.sentCount == 51)
        #expect(port.notices == [.echoing(surface: 0)])
        #expect(console.nextDeadline == .never)
    }

    @Test("a burst of values set by a program before any echo is back ends at the last", arguments: delays, echoes)
    func burst(delay: UInt64, echo: EchoPolicy) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(Desks.fader(.pitchbend, echo: echo), Desks.fine), port)
        let acts = (1...500).map { (at: MonotonicTime.ms(10), act: set(Double($0))) }
        #expect(port.run(console, acts, until: .ms(10_000)))
        #expect(console.value(of: 0) == 500)
        #expect(port.last[0] == 500)
        #expect(port.sentCount < 20_000, "\(port.sentCount)")
        #expect(port.notices.count <= 1)
        #expect(console.nextDeadline == .never)
    }

    @Test("another surface streams to a device that echoes late: the stream is not disturbed", arguments: delays, echoes)
    func staleEchoes(delay: UInt64, echo: EchoPolicy) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { $0 == 1 ? [1] : [] }
        let console = console(Desks.pair(Desks.fader(isTouchable: false), Desks.fader(echo: echo)), port)
        let acts = (0..<100).map { (at: MonotonicTime.ms(10 + UInt64($0) * 3), act: LoopedPort.Act.input(surface: 0, cc(UInt32($0 % 90)))) }
        #expect(port.run(console, acts, until: .ms(5_000)))
        #expect(console.value(of: 0) == 9)
        #expect(port.last[1] == 9)
        #expect(port.notices == [.echoing(surface: 1)])
        #expect(port.sentCount < 120, "\(port.sentCount)")
    }

    @Test("a hand on a fader whose output is patched to its input: bounded, converges, at most one notice", arguments: delays, echoes)
    func ownLoop(delay: UInt64, echo: EchoPolicy) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(Desks.fader(isTouchable: false, echo: echo)), port)
        // In two bursts, as after a pause of the daemon.
        let acts = (0..<100).map {
            (at: MonotonicTime.ms(10 + UInt64($0) / 50 * 100), act: LoopedPort.Act.input(surface: 0, cc(UInt32($0 + 1))))
        }
        #expect(port.run(console, acts, until: .ms(60_000)))
        #expect(console.nextDeadline == .never)
        #expect(port.sentCount < 20_000, "\(port.sentCount)")
        #expect(console.value(of: 0) > 0)
        // With echo never, the fader itself is already at the value.
        if echo != .never { #expect(port.last[0] == UInt32(console.value(of: 0))) }
        #expect(port.notices.count <= 1)
    }

    @Test("a touch on a device that echoes everything does not loop forever", arguments: delays)
    func touchedLoop(delay: UInt64) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(Desks.fader(echo: .immediate)), port)
        var acts: [(at: MonotonicTime, act: LoopedPort.Act)] = []
        let touch = MessageAddress(.note, number: 104)
        acts.append((.ms(1), .input(surface: 0, MIDIMessage(touch, raw: 127))))
        for raw in 1...30 { acts.append((.ms(10), .input(surface: 0, cc(UInt32(raw))))) }
        acts.append((.ms(40_000), .input(surface: 0, MIDIMessage(touch, raw: 0))))
        #expect(port.run(console, acts, until: .ms(60_000)))
        #expect(port.sentCount < 20_000, "\(port.sentCount)")
        #expect(port.last[0] == UInt32(console.value(of: 0)))
        #expect(port.notices.count <= 1)
        #expect(console.nextDeadline == .never)
    }

    @Test("two surfaces patched crosswise: bounded, converges, at most one notice each", arguments: delays, echoes)
    func crossPatched(delay: UInt64, echo: EchoPolicy) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [SurfaceIndex(1 - $0.offset)] }
        let fader = Desks.fader(isTouchable: false, echo: echo)
        let console = console(Desks.pair(fader, fader), port)
        var acts = (1...30).map { (at: MonotonicTime.ms(10), act: LoopedPort.Act.input(surface: 0, cc(UInt32($0)))) }
        acts.append((.ms(30_000), set(99)))
        #expect(port.run(console, acts, until: .ms(60_000)))
        #expect(port.sentCount < 5_000, "\(port.sentCount)")
        #expect(port.notices.count <= 2)
        // Immediate answers with a loop of 200 ms, longer than the hold-off, only have a bounded rate.
        if echo == .immediate, delay >= 100_000_000 { return }
        #expect(console.nextDeadline == .never)
        #expect(console.value(of: 0) == 99)
        #expect(port.last == [0: 99, 1: 99])
    }

    @Test("buttons of a device that echoes its lamps: values set by programs stay, and no press results", arguments: delays)
    func echoingLamps(delay: UInt64) {
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(Desks.button(.toggle)), port)
        let acts = (0..<20).map { (at: MonotonicTime.ms(1000 + UInt64($0) * 30), act: set($0 % 2 == 0 ? 127 : 0)) }
        #expect(port.run(console, acts + [(.ms(3000), set(127))], until: .ms(10_000)))
        #expect(console.value(of: 0) == 127)
        #expect(port.last[0] == 127)
        #expect(port.sentCount == 22)
        #expect(console.nextDeadline == .never)
    }

    @Test("a cable connected later from a device's lamps to its buttons is recognized after a few false presses", arguments: delays)
    func lateCable(delay: UInt64) {
        for action in [ControlAction.toggle, .set(50)] {
            var isLaid = false
            let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { isLaid ? [$0] : [] }
            let console = console(Desks.single(Desks.button(action)), port)
            #expect(port.run(console, [(.ms(1000), set(50)), (.ms(1500), set(0))], until: .ms(2000)))
            isLaid = true
            let acts = (0..<12).map { (at: MonotonicTime.ms(3000 + UInt64($0) * 1000), act: set($0 % 2 == 0 ? 50 : 0)) }
            #expect(port.run(console, acts, until: .ms(60_000)))
            #expect(port.sentCount < 60, "\(port.sentCount)")
            #expect(console.nextDeadline == .never)
        }
    }

    @Test("a cable from output to input does not turn an encoder whose ring has the encoder's own message", arguments: delays)
    func encoderLoop(delay: UInt64) {
        var encoder = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 20), motor: MessageAddress(.cc, number: 20), parameter: 0)
        encoder.encoder = EncoderSpec(.offset)
        let port = LoopedPort(delay: MonotonicTime.Interval(nanoseconds: delay)) { [$0] }
        let console = console(Desks.single(encoder), port)
        #expect(port.run(console, [(.ms(1000), set(30)), (.ms(1001), set(40)), (.ms(3000), set(50))], until: .ms(5000)))
        #expect(console.value(of: 0) == 50)
        #expect(port.sentCount == 4)
        #expect(console.nextDeadline == .never)
    }

    @Test("two hands on two surfaces: the last one wins, and each move costs at most one message to the other")
    func twoHands() {
        let port = LoopedPort(delay: .milliseconds(1)) { _ in [] }
        let fader = Desks.fader(isTouchable: false)
        let console = console(Desks.pair(fader, fader), port)
        let before = port.sentCount
        let acts = (0..<100).map {
            (at: MonotonicTime.ms(10 + UInt64($0)), act: LoopedPort.Act.input(surface: SurfaceIndex($0 % 2), cc(UInt32($0 + 1))))
        }
        #expect(port.run(console, acts, until: .ms(5_000)))
        #expect(console.value(of: 0) == 100)
        #expect(port.sentCount - before <= 102)
        #expect(port.last == [0: 100, 1: 100])
    }

    @Test("a hand that moves back and forth for a long time is followed to the end")
    func toAndFro() {
        let port = LoopedPort(delay: .milliseconds(1)) { _ in [] }
        let console = console(Desks.pair(), port)
        let acts = (0..<1001).map {
            (at: MonotonicTime.ms(10 + UInt64($0) * 5), act: LoopedPort.Act.input(surface: 0, cc($0 % 2 == 0 ? 60 : 70)))
        }
        #expect(port.run(console, acts, until: .ms(20_000)))
        #expect(console.value(of: 0) == 60)
        #expect(port.last[1] == 60)
    }

    @Test("a finger that jitters and then moves on leaves the loop at once: each move is answered, and other motors follow")
    func jitter() {
        let desk = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14, greets: false)), ["fader.1": 0, "fader.2": 0])
        let (console, port) = (Console(desk), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .zero, port: port)
        func move(_ raw: Int, _ now: MonotonicTime) {
            while console.nextDeadline <= now { console.advance(to: console.nextDeadline, port: port) }
            console.handle(MIDIMessage(MessageAddress(.pitchbend), raw: UInt32(raw)), from: 0, at: now, port: port)
        }
        console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .ms(1000), port: port)
        for place in 0..<60 { move(8000 + 16 * (place % 2), .ms(1010 + 10 * UInt64(place))) }
        #expect(!console.hasNotice, "nobody is told that the device echoes")
        for place in 1...40 {
            _ = port.take()
            move(8000 + 100 * place, .ms(1610 + 10 * UInt64(place)))
            #expect(port.take().sorted() == (1...2).map { "0: pitchbend ch \($0) = \(8000 + 100 * place)" })
        }
    }

    @Test("a knob that jitters and is sent nothing is not said to send anything back, and its first real move reaches other motors at once")
    func jitterOfKnob() {
        let desk = Configuration(
            parameters: [Desks.level],
            surfaces: [
                Desks.surface("left", ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0)),
                Desks.surface("right", Desks.fader()),
            ])
        let (console, port) = (Console(desk), FakePort(surfaces: 2))
        for surface in desk.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        func move(_ raw: UInt32, _ now: MonotonicTime) {
            while console.nextDeadline <= now { console.advance(to: console.nextDeadline, port: port) }
            console.handle(MIDIMessage(MessageAddress(.cc, number: 20), raw: raw), from: 0, at: now, port: port)
        }
        for turn in 0..<61 { move(turn % 2 == 0 ? 64 : 65, .ms(UInt64(1 + turn * 20))) }
        _ = port.take()
        move(80, .ms(1230))
        #expect(port.take() == ["1: cc 1 ch 1 = 80"])
        #expect(!console.hasNotice)
    }
}
