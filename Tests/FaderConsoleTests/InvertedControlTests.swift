import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Inverted controls")
struct InvertedControlTests {
    private static func inverted(_ control: ControlSpec) -> ControlSpec {
        var control = control
        control.isInverted = true
        return control
    }

    @Test("the second of two faders moves the other way, and immediate answers are inverted too")
    func pair() {
        expectTranscript(
            """
            0ms in left: cc 1 ch 1 = 100
            out right: cc 1 ch 1 = 27
            get level = 100
            150ms out left: cc 1 ch 1 = 100
            1000ms in right: cc 1 ch 1 = 20
            out left: cc 1 ch 1 = 107
            out right: cc 1 ch 1 = 20
            get level = 107
            1150ms out right: cc 1 ch 1 = 20
            """,
            on: Desks.pair(Desks.fader(isTouchable: false), Self.inverted(Desks.fader(isTouchable: false, echo: .immediate))))
    }

    @Test("increments of an inverted (N)RPN go down, and 14 bits are inverted as one value")
    func kinds() throws {
        let nrpn = Console(Desks.single(Self.inverted(Desks.fader(.nrpn, hasMotor: false)), Desks.fine), values: [100])
        let port = FakePort(surfaces: 1)
        for (number, raw) in [(99, 0), (98, 1), (96, 0)] as [(UInt16, UInt32)] {
            nrpn.handle(MIDIMessage(MessageAddress(.cc, number: number), raw: raw), from: 0, at: .ms(1), port: port)
        }
        #expect(nrpn.value(of: 0) == 99)
        expectTranscript(
            """
            0ms in desk: cc 1 ch 1 = 1
            in desk: cc 33 ch 1 = 0
            get fine = 16255
            """, on: Desks.single(Self.inverted(Desks.fader(.cc14, isTouchable: false, hasMotor: false)), Desks.fine))
    }

    @Test("a hand at the inverted bottom sets −∞")
    func bottom() {
        let spec = ParameterSpec(id: "level", minimum: -.infinity, maximum: 10, defaultValue: -90, taper: .audio)
        let console = Console(Desks.single(Self.inverted(Desks.fader(isTouchable: false)), spec))
        let port = FakePort(surfaces: 1)
        console.connected(0, port.connected[0], at: .zero, port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 126"])
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 127), from: 0, at: .ms(1000), port: port)
        #expect(console.value(of: 0) == -.infinity)
    }

    @Test("when a new configuration inverts a control, its motor is sent the new position")
    func reload() {
        let (old, new) = (Desks.single(), Desks.single(Self.inverted(Desks.fader())))
        let console = Console(old, values: [100])
        let port = FakePort(surfaces: 1)
        console.connected(0, port.connected[0], at: .zero, port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 100"])
        let next = Console(new)
        next.adopt(console, Continuity(from: old, to: new), at: .ms(1), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 27"])
    }
}
