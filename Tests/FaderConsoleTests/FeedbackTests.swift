import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Feedback: connections, busy readers, blocked output")
struct FeedbackTests {
    @Test("a reader that stays busy costs at most one wake-up a second, and never one for room to write")
    func busyIsBounded() {
        let console = Console(Desks.pair())
        let port = FakePort(surfaces: 2)
        for surface in 0...1 as ClosedRange<SurfaceIndex> { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        port.results = [.busy]
        _ = console.handle(.set(parameter: 0, 50, .text), at: .zero, port: port)
        var wakeUps = 0
        while console.nextDeadline < .ms(60_000), wakeUps < 1000 {
            #expect(!console.isBlocked)
            console.advance(to: console.nextDeadline, port: port)
            wakeUps += 1
        }
        #expect(wakeUps < 75, "\(wakeUps)")
        _ = port.take()
        port.results = [.sent]
        console.advance(to: console.nextDeadline, port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 50", "1: cc 1 ch 1 = 50"])
        #expect(console.nextDeadline == .never)
    }

    @Test("eight busy faders wait no longer than one")
    func busyTogether() {
        let controls = (1...8).map { Desks.fader(number: $0, parameter: 0) }
        let desk = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)
        let console = Console(Configuration(parameters: [Desks.level], surfaces: [desk]))
        let port = FakePort(surfaces: 1)
        console.connected(0, port.connected[0], at: .zero, port: port)
        port.results = [.busy]
        _ = console.handle(.set(parameter: 0, 50, .text), at: .zero, port: port)
        console.advance(to: console.nextDeadline, port: port)
        #expect(console.nextDeadline <= .ms(5 + 10))
    }

    @Test("nothing is sent to a surface without listeners, not even an immediate answer")
    func nobodyListens() {
        let console = Console(Desks.single(Desks.fader(echo: .immediate)))
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 0), at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 10), from: 0, at: .ms(1), port: port)
        console.advance(to: .ms(1000), port: port)
        #expect(port.take().isEmpty)
        #expect(console.value(of: 0) == 10)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(1001), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 10"])
    }

    @Test("a surface that connects in one direction after the other is sent its state once")
    func oneWayAfterTheOther() {
        for order in [
            [Connections(inputs: 1), Connections(inputs: 1, outputs: 1)], [Connections(outputs: 1), Connections(inputs: 1, outputs: 1)],
        ] {
            let console = Console(Desks.single())
            let port = FakePort(surfaces: 1)
            for connections in order { console.connected(0, connections, at: .zero, port: port) }
            #expect(port.take() == ["0: cc 1 ch 1 = 0"])
        }
    }

    @Test("a second listener that connects is sent the state too; one that leaves costs nothing")
    func secondListener() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        _ = port.take()
        console.connected(0, Connections(inputs: 1, outputs: 2), at: .zero, port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 0"])
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        #expect(port.take().isEmpty)
    }

    @Test("another listener does not make a device in use a new one: it is not greeted again")
    func listenerBesideDevice() {
        let configuration = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14)), ["fader.1": 0])
        let console = Console(configuration)
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        console.advance(to: .ms(9000), port: port)
        #expect(port.take().contains("0: pitchbend ch 1 = 0"))
        console.connected(0, Connections(inputs: 1, outputs: 2), at: .ms(9001), port: port)
        #expect(port.take() == ["0: pitchbend ch 1 = 0"])
        // Another device of this kind, which has to be greeted.
        console.connected(0, Connections(inputs: 2, outputs: 3), at: .ms(9002), port: port)
        #expect(port.take().contains("0: sysex F0 00 00 66 14 00 F7"))
    }

    @Test("a device that could not be heard for a while is sent everything again, but not greeted")
    func heardAgain() {
        let configuration = ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14)), ["fader.1": 0])
        let (console, port) = (Console(configuration), FakePort(surfaces: 1))
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(1), port: port)
        console.advance(to: .ms(9000), port: port)
        console.connected(0, Connections(outputs: 1), at: .ms(9001), port: port)
        _ = port.take()
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .ms(9002), port: port)
        #expect(port.take() == ["0: pitchbend ch 1 = 0"])
    }

    @Test("a surface whose reader is stuck does not delay another whose reader was busy for a moment")
    func stuckNeighbour() {
        let (console, port) = (Console(Desks.pair()), FakePort(surfaces: 2))
        port.stuck = 0
        for surface: SurfaceIndex in [0, 1] { console.connected(surface, port.connected[surface], at: .ms(1), port: port) }
        while console.nextDeadline < .ms(5000) { console.advance(to: console.nextDeadline, port: port) }
        _ = port.take()
        port.results = [.busy, .sent]
        _ = console.handle(.set(parameter: 0, 90, .text), at: .ms(5000), port: port)
        while console.nextDeadline <= .ms(5010) { console.advance(to: console.nextDeadline, port: port) }
        #expect(port.take().count == 1)
        #expect(port.tries < 40)
    }

    @Test("the release of a finger is not waited for when the cable is pulled")
    func deafSurface() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .ms(1), port: port)
        _ = console.handle(.set(parameter: 0, 50, .text), at: .ms(2), port: port)
        _ = port.take()
        console.connected(0, Connections(inputs: 0, outputs: 1), at: .ms(3), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 50"])
        _ = console.handle(.set(parameter: 0, 60, .text), at: .ms(4), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 60"])
    }

    @Test("overruns that were not reported yet are one notice with the newest count")
    func overrunNotices() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        for _ in 0..<100 { console.overrun(at: .zero, port: port) }
        #expect(console.nextNotice() == .overrun(count: 100))
        #expect(!console.hasNotice)
        #expect(console.statistics.overruns == 100)
    }

    @Test("a finger's release is answered even if an overrun or a reset had forgotten the finger", arguments: ["overrun", "reset"])
    func releaseAfterForgetting(act: String) {
        expectTranscript(
            """
            0ms in desk: note 104 ch 1 = 127
            10ms in desk: cc 1 ch 1 = 20
            \(act == "reset" ? "20ms reset desk\nout desk: cc 1 ch 1 = 20" : "20ms overrun\ntold: overrun(count: 1)\n170ms out desk: cc 1 ch 1 = 20")
            1000ms set level 90
            out desk: cc 1 ch 1 = 90
            2000ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 90
            """, on: Desks.single())
    }
}
