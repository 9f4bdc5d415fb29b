import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The Mackie Control greeting")
struct MackieGreetingTests {
    private static func desk(_ spec: MackieSpec) -> Configuration {
        ProtocolDesk.configuration(.mackie(spec), ["fader.1": 0, "mute.1": 3])
    }

    private func check(_ spec: MackieSpec, _ script: String, at location: SourceLocation = #_sourceLocation) {
        ProtocolDesk.check(Self.desk(spec), script, at: location)
    }

    @Test(
        "it is asked for under its own name first, then under the older one; it is used after two seconds, and asked less and less often, then no more"
    )
    func unanswered() {
        check(
            MackieSpec(),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            250ms out desk: sysex F0 00 00 66 10 00 F7
            750ms out desk: sysex F0 00 00 66 14 00 F7
            1750ms out desk: sysex F0 00 00 66 10 00 F7
            2000ms out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            3750ms out desk: sysex F0 00 00 66 14 00 F7
            7750ms out desk: sysex F0 00 00 66 10 00 F7
            15750ms out desk: sysex F0 00 00 66 14 00 F7
            31750ms out desk: sysex F0 00 00 66 10 00 F7
            900000ms wait
            """)
    }

    @Test("a device that never answers has its profile's name, however it was asked last; one that answers, its own")
    func nameOfSilent() {
        for (spec, name) in [(MackieSpec(), UInt8(0x14)), (MackieSpec(isExtender: true), 0x15), (MackieSpec(device: 0x10), 0x10)] {
            var greeting = MackieGreeting(spec)
            #expect(greeting.begin(at: .zero) == .ask)
            var asked: Set<UInt8> = []
            for time in stride(from: UInt64(0), through: 40_000, by: 50) {
                let step = greeting.advance(to: .ms(time))
                if step == .ask { asked.insert(greeting.asked) }
                #expect(greeting.device == name)
            }
            #expect(asked.count == (spec.device == nil ? 2 : 1))
            let answer: [UInt8] = [0xF0, 0, 0, 0x66, 0x10, 0x06, 0x53, 0xF7]
            #expect(greeting.receive(answer.span, at: .ms(41_000)) == .ready)
            #expect(greeting.device == 0x10)
        }
    }

    @Test("a device whose name is known is asked under no other; an extender has its own names")
    func names() {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            250ms out desk: sysex F0 00 00 66 14 00 F7
            300ms disconnect desk
            9000ms wait
            """)
        check(
            MackieSpec(isExtender: true),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 15 00 F7
            250ms out desk: sysex F0 00 00 66 11 00 F7
            300ms disconnect desk
            """)
    }

    @Test("an answer 01 needs no reply, nor does 06: the device is sent everything at once, motors first", arguments: ["01", "06"])
    func answered(command: String) {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            6ms in desk: sysex F0 00 00 66 14 \(command) 53 4E 31 32 33 34 35 01 02 03 04 F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            9000ms wait
            """)
    }

    @Test("an older device is sent the reply to its challenge, confirms it, and is asked for its version")
    func challenge() {
        check(
            MackieSpec(device: 0x10),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 10 00 F7
            6ms in desk: sysex F0 00 00 66 10 01 53 4E 31 32 33 34 35 01 02 03 04 F7
            out desk: sysex F0 00 00 66 10 02 53 4E 31 32 33 34 35 05 05 7B 2F F7
            8ms in desk: sysex F0 00 00 66 10 03 53 4E 31 32 33 34 35 F7
            out desk: sysex F0 00 00 66 10 13 00 F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            9ms in desk: sysex F0 00 00 66 10 14 56 31 2E 30 32 F7
            9000ms wait
            """)
    }

    @Test("a device that is known not to answer is sent everything at once, and asked nothing")
    func silent() {
        check(
            MackieSpec(greets: false),
            """
            0ms connect desk
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            9000ms wait
            """)
    }

    @Test("after being switched off and on behind a hub it sends 01: it is sent everything, and its finger is gone")
    func restarted() {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            in desk: sysex F0 00 00 66 14 01 F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            1100ms in desk: note 104 ch 1 = 127
            set fine 5000
            1200ms in desk: sysex F0 00 00 66 14 01 F7
            out desk: pitchbend ch 1 = 5000
            out desk: note 16 ch 1 = 0
            1300ms set fine 6000
            out desk: pitchbend ch 1 = 6000
            """)
    }

    @Test("a device that asks to be sent everything again and again gets it once a second, and at the end once more; its finger stays")
    func repaints() {
        let port = FakePort(surfaces: 1)
        let console = Console(Self.desk(MackieSpec(device: 0x14)))
        console.connected(0, port.connected[0], at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .zero, port: port)
        _ = console.handle(.set(parameter: 0, 5000, .text), at: .zero, port: port)
        var paints: [UInt64] = []
        for time in 0..<10_000 as Range<UInt64> {
            while console.nextDeadline <= .ms(time) { console.advance(to: console.nextDeadline, port: port) }
            if time >= 10, time <= 7300 {
                console.handle([0xF0, 0, 0, 0x66, 0x14, time.isMultiple(of: 2) ? 1 : 6, 0xF7].span, from: 0, at: .ms(time), port: port)
            }
            if time == 20 { console.handle(MIDIMessage(MessageAddress(.note, number: 104), raw: 127), from: 0, at: .ms(20), port: port) }
            if port.take().contains("0: note 16 ch 1 = 0") { paints.append(time) }
        }
        #expect(paints == [10, 1010, 2010, 3010, 4010, 5010, 6010, 7010, 8010])
        #expect(console.nextDeadline == .never)
    }

    @Test("an older device that sends its challenge again and again is greeted and painted once a second at most")
    func challenges() {
        let port = FakePort(surfaces: 1)
        let console = Console(Self.desk(MackieSpec(device: 0x10)))
        console.connected(0, port.connected[0], at: .zero, port: port)
        var (paints, replies) = (0, 0)
        for time in 0..<10_000 as Range<UInt64> {
            while console.nextDeadline <= .ms(time) { console.advance(to: console.nextDeadline, port: port) }
            let challenge: [UInt8] = [0xF0, 0, 0, 0x66, 0x10, 1, 0x53, 0x4E, 1, 2, 3, 4, 5, 0x10, 0x20, 0x30, 0x40, 0xF7]
            if time.isMultiple(of: 10) { console.handle(challenge.span, from: 0, at: .ms(time), port: port) }
            let sent = port.take()
            replies += sent.count { $0.contains("66 10 02") }
            if sent.contains(where: { $0.contains("66 10 02") }) {
                console.handle([0xF0, 0, 0, 0x66, 0x10, 3, 0x53, 0x4E, 1, 2, 3, 4, 5, 0xF7].span, from: 0, at: .ms(time), port: port)
            }
            paints += (sent + port.take()).count { $0 == "0: note 16 ch 1 = 0" }
        }
        #expect((9...11).contains(paints) && replies < 25, "\(paints) times painted, \(replies) replies")
    }

    @Test("if it answers only when it is in use already, it is sent everything, and the finger on it stays")
    func lateAnswer() {
        let played = Transcript.play(
            """
            0ms connect desk
            2100ms in desk: note 104 ch 1 = 127
            2110ms in desk: pitchbend ch 1 = 5000
            2500ms set fine 100
            3760ms in desk: sysex F0 00 00 66 14 01 F7
            3900ms say released
            in desk: note 104 ch 1 = 0
            4000ms wait
            """, on: ProtocolDesk.configuration(.mackie(MackieSpec(device: 0x14)), ["fader.1": 0]), isConnected: false)
        let parts = played.split(separator: "say released")
        #expect(!parts[0].contains("pitchbend ch 1 = 100\n") && parts[1].contains("out desk: pitchbend ch 1 = 100"), "\(played)")
    }

    @Test("an older device that is switched on again is sent nothing until it has confirmed")
    func restartedOlder() {
        check(
            MackieSpec(device: 0x10),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 10 00 F7
            2000ms wait
            """
            .replacing("2000ms wait", with: "1ms in desk: sysex F0 00 00 66 10 06 F7")
                + """

                out desk: pitchbend ch 1 = 0
                out desk: note 16 ch 1 = 0
                1100ms in desk: sysex F0 00 00 66 10 01 53 4E 31 32 33 34 35 10 20 30 40 F7
                out desk: sysex F0 00 00 66 10 02 53 4E 31 32 33 34 35 7A 53 30 60 F7
                set fine 5000
                1110ms in desk: sysex F0 00 00 66 10 03 53 4E 31 32 33 34 35 F7
                out desk: sysex F0 00 00 66 10 13 00 F7
                out desk: pitchbend ch 1 = 5000
                out desk: note 16 ch 1 = 0
                """)
    }

    @Test("messages of other devices, and its other messages, are not answers")
    func others() {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            in desk: sysex F0 7E 00 06 02 00 00 66 14 00 01 00 01 00 00 00 F7
            in desk: sysex F0 00 00 67 14 01 00 F7
            in desk: sysex F0 00 00 66 05 01 00 F7
            in desk: sysex F0 00 00 66 14 14 56 31 2E 30 32 F7
            in desk: sysex F0 00 00 66 14 F7
            100ms in desk: sysex F0 00 00 66 14 01 F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            """)
    }

    @Test("an invalid answer is reported once, and the device is used without an answer", arguments: ["14 04 00", "10 01 00", "14 7A"])
    func nonsense(answer: String) {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            50ms in desk: sysex F0 00 00 66 \(answer) F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            told: nonsense(surface: 0)
            60ms in desk: sysex F0 00 00 66 \(answer) F7
            9000ms wait
            """)
    }

    @Test("a connection error is reported once, and the device is sent nothing until it asks for a connection again")
    func refused() {
        check(
            MackieSpec(device: 0x14),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            50ms in desk: sysex F0 00 00 66 14 04 53 4E 31 32 33 34 35 F7
            told: refused(surface: 0)
            60ms in desk: sysex F0 00 00 66 14 04 53 4E 31 32 33 34 35 F7
            70ms in desk: sysex F0 00 00 66 14 7A F7
            9000ms in desk: sysex F0 00 00 66 14 01 F7
            out desk: pitchbend ch 1 = 0
            out desk: note 16 ch 1 = 0
            """)
    }

    @Test("a reply for which there is no room is not sent until the device asks again")
    func noRoom() {
        check(
            MackieSpec(device: 0x10),
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 10 00 F7
            10ms port busy
            in desk: sysex F0 00 00 66 10 01 53 4E 31 32 33 34 35 01 02 03 04 F7
            20ms port sent
            260ms out desk: sysex F0 00 00 66 10 00 F7
            270ms in desk: sysex F0 00 00 66 10 01 53 4E 31 32 33 34 35 01 02 03 04 F7
            out desk: sysex F0 00 00 66 10 02 53 4E 31 32 33 34 35 05 05 7B 2F F7
            """)
    }

    @Test("a reset clears it and greets it again")
    func reset() {
        let sent = ProtocolDesk.sent(.mackie(MackieSpec(device: 0x14))) { device, port in
            #expect(device.reset(in: Act(now: .zero, port: port)) == .nothing)
        }
        #expect(sent == ["sysex F0 00 00 66 14 08 00 F7", "sysex F0 00 00 66 14 00 F7"])
    }

    @Test("a new configuration continues the conversation; another device or another protocol is greeted")
    func reload() {
        let spec = MackieSpec(device: 0x14)
        func reloaded(to other: ProtocolSpec) -> [String] {
            let (before, after) = (Self.desk(spec), ProtocolDesk.configuration(other, ["fader.1": 0, "mute.1": 3]))
            let (old, port) = (Console(before), FakePort(surfaces: 1))
            old.connected(0, port.connected[0], at: .zero, port: port)
            let ready: [UInt8] = [0xF0, 0x00, 0x00, 0x66, 0x14, 0x01, 0xF7]
            old.handle(ready.span, from: 0, at: .zero, port: port)
            _ = port.take()
            let new = Console(after)
            new.adopt(old, Continuity(from: before, to: after), at: .zero, port: port)
            return port.take()
        }
        #expect(reloaded(to: .mackie(spec)) == [])
        #expect(reloaded(to: .mackie(MackieSpec(device: 0x10))) == ["0: sysex F0 00 00 66 10 00 F7"])
        #expect(reloaded(to: .mackie(MackieSpec(greets: false))) == ["0: pitchbend ch 1 = 0", "0: note 16 ch 1 = 0"])
        #expect(reloaded(to: .hui) == ["0: note 0 ch 1 = 0"])
    }
}
