import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Feedback: connections, busy readers, blocked output")
struct FeedbackTests {
    private func check(
        _ script: String, on configuration: Configuration, isConnected: Bool = true, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(Transcript.play(script, on: configuration, isConnected: isConnected) == script, sourceLocation: location)
    }

    @Test("a busy reader is retried at growing intervals, with the newest position only, and nothing is lost")
    func busyReader() {
        check(
            """
            0ms port busy
            set level 10
            1ms set level 20
            100ms set level 30
            20000ms port sent
            20275ms out desk: cc 1 ch 1 = 30
            get level = 30
            """, on: Desks.single())
    }

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

    @Test("a change back to the motor's position before there is room is not sent at all")
    func backBeforeRoom() {
        check(
            """
            0ms set level 5
            out desk: cc 1 ch 1 = 5
            port wouldBlock
            set level 6
            set level 5
            port sent
            writable
            """, on: Desks.single())
    }

    @Test("a change back while a reader was busy is sent, as another reader may have received the change")
    func backWhileBusy() {
        check(
            """
            0ms set level 5
            out desk: cc 1 ch 1 = 5
            port busy
            set level 6
            set level 5
            port sent
            5ms out desk: cc 1 ch 1 = 5
            """, on: Desks.single())
    }

    @Test("the answer to a release for which there was no room is sent when there is")
    func blockedRelease() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 9
            port wouldBlock
            in desk: note 104 ch 1 = 0
            port sent
            writable
            out desk: cc 1 ch 1 = 9
            """, on: Desks.single())
    }

    @Test("an immediate answer for which there was no room is sent as soon as there is, even under a hand")
    func blockedAnswer() {
        check(
            """
            0ms port wouldBlock
            in desk: cc 1 ch 1 = 9
            port sent
            writable
            out desk: cc 1 ch 1 = 9
            150ms out desk: cc 1 ch 1 = 9
            wait
            """, on: Desks.single(Desks.fader(echo: .immediate)))
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            port busy
            in desk: cc 1 ch 1 = 9
            in desk: cc 1 ch 1 = 12
            port sent
            5ms out desk: cc 1 ch 1 = 12
            10ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 12
            """, on: Desks.single(Desks.fader(echo: .immediate)))
    }

    @Test("a delayed answer has the hand's position: values set elsewhere meanwhile wait for the release")
    func blockedAnswerAndOthers() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            port wouldBlock
            in desk: cc 1 ch 1 = 9
            set level 100
            port sent
            writable
            out desk: cc 1 ch 1 = 9
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 100
            """, on: Desks.single(Desks.fader(echo: .immediate)))
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            port wouldBlock
            in desk: cc 1 ch 1 = 9
            in desk: note 104 ch 1 = 0
            in desk: note 104 ch 1 = 127
            port sent
            writable
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 9
            """, on: Desks.single(Desks.fader(echo: .immediate)))
    }

    @Test("a touch while a position waits for room keeps the motor still")
    func touchWhileBlocked() {
        check(
            """
            0ms port wouldBlock
            set level 10
            in desk: note 104 ch 1 = 127
            port sent
            writable
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 10
            """, on: Desks.single())
    }

    @Test("a permanent failure of the system is reported once, and the next change is tried again")
    func refusal() {
        check(
            """
            0ms port failed
            set level 10
            told: failing(surface: 0, 19)
            set level 20
            port sent
            set level 30
            out desk: cc 1 ch 1 = 30
            """, on: Desks.single())
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

    @Test("a surface that disappears with a finger on it returns without the finger")
    func replugWhileTouched() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            disconnect desk
            connect desk
            out desk: cc 1 ch 1 = 0
            set level 3
            out desk: cc 1 ch 1 = 3
            """, on: Desks.single())
    }

    @Test("a surface that is reset is under no hand: its motors follow, though the finger's release was never heard")
    func reset() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            set level 50
            10ms reset desk
            out desk: cc 1 ch 1 = 50
            20ms set level 60
            out desk: cc 1 ch 1 = 60
            """, on: Desks.single())
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

    @Test("a finger that stays through an overrun is known again by its moves, and its release costs one message")
    func overrunUnderFinger() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 5
            overrun
            told: overrun(count: 1)
            100ms in desk: cc 1 ch 1 = 6
            120ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 6
            """, on: Desks.single())
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
