import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("The Mackie Control greeting")
struct MackieGreetingTests {
    private static func desk(_ spec: MackieSpec) -> Configuration {
        ProtocolDesk.configuration(.mackie(spec), ["fader.1": 0, "mute.1": 3])
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
