import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Inverted controls")
struct InvertedControlTests {
    private static func inverted(_ control: ControlSpec) -> ControlSpec {
        var control = control
        control.isInverted = true
        return control
    }

    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    @Test("its input and its motor's output are inverted; nothing else is")
    func bothWays() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 100
            get level = 27
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 100
            1000ms set level 0
            out desk: cc 1 ch 1 = 127
            set level 127
            out desk: cc 1 ch 1 = 0
            """, on: Desks.single(Self.inverted(Desks.fader())))
    }

    @Test("an echo of its motor is recognized, and a position where it already is does not count as a move")
    func echo() {
        check(
            """
            0ms set level 30.25
            out desk: cc 1 ch 1 = 97
            10ms in desk: cc 1 ch 1 = 97
            get level = 30.25
            1000ms in desk: cc 1 ch 1 = 97
            get level = 30.25
            """, on: Desks.single(Self.inverted(Desks.fader(isTouchable: false))))
    }

    @Test("the second of two faders moves the other way, and immediate answers are inverted too")
    func pair() {
        check(
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
        check(
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

    @Test("an inverted button swaps down and up, and its lamp is not inverted")
    func button() {
        let pedal = MessageAddress(.cc, number: 64)
        let toggle = ParameterSpec(id: "level", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "off", on: "on"))
        check(
            """
            0ms in desk: cc 64 ch 1 = 127
            1000ms in desk: cc 64 ch 1 = 0
            out desk: cc 64 ch 1 = 127
            get level = 1
            2000ms in desk: cc 64 ch 1 = 127
            out desk: cc 64 ch 1 = 127
            get level = 1
            """, on: Desks.single(Self.inverted(Desks.button(.toggle, pedal)), toggle))
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

    @Test("the nearer end of a range is the nearer one on the inverted travel")
    func nearest() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 100
            get price.low = 27
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 100
            """, on: Desks.price(controls: Self.inverted(Desks.nearest())))
    }
}
