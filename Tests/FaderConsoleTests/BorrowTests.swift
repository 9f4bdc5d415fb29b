import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("A borrowed control drives and shows nothing")
struct BorrowTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    @Test("its moves change nothing and its motor goes where it is driven; afterwards the motor returns to its parameter")
    func motor() {
        check(
            """
            0ms set level 50
            out desk: cc 1 ch 1 = 50
            1000ms borrow desk fader.1
            1010ms in desk: note 104 ch 1 = 127
            1020ms in desk: cc 1 ch 1 = 90
            get level = 50
            1030ms in desk: note 104 ch 1 = 0
            1040ms drive desk fader.1 0.2
            out desk: cc 1 ch 1 = 25
            1050ms set level 60
            1060ms home desk fader.1
            out desk: cc 1 ch 1 = 60
            return desk fader.1
            out desk: cc 1 ch 1 = 60
            2000ms in desk: cc 1 ch 1 = 70
            get level = 70
            2150ms out desk: cc 1 ch 1 = 70
            """, on: Desks.single())
    }

    @Test("without a motor it has to pick up its parameter again, as if just plugged in")
    func pickup() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 0
            10ms in desk: cc 1 ch 1 = 60
            get level = 60
            1000ms borrow desk fader.1
            1010ms in desk: cc 1 ch 1 = 10
            drive desk fader.1 0.2
            refused
            1020ms return desk fader.1
            1030ms in desk: cc 1 ch 1 = 11
            get level = 60
            1040ms in desk: cc 1 ch 1 = 70
            get level = 70
            """, on: Desks.single(Desks.fader(isTouchable: false, hasMotor: false)))
    }

    @Test("a hand on it no longer counts, until it is given back; a mapping made meanwhile takes effect afterwards")
    func bound() {
        var configuration = Desks.single()
        configuration.parameters.append(ParameterSpec(id: "other", minimum: 0, maximum: 127, defaultValue: 30, decimals: 0))
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            10ms in desk: cc 1 ch 1 = 90
            20ms borrow desk fader.1
            30ms in desk: cc 1 ch 1 = 95
            get level = 90
            40ms set level 20
            50ms bind desk fader.1 other
            60ms return desk fader.1
            70ms return desk fader.1
            refused
            80ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 30
            """, on: configuration)
    }

    @Test("its motor does not move under a finger that came meanwhile, neither home nor when it is given back")
    func underFinger() {
        check(
            """
            0ms set level 20
            out desk: cc 1 ch 1 = 20
            1000ms borrow desk fader.1
            1100ms in desk: note 104 ch 1 = 127
            1200ms in desk: cc 1 ch 1 = 100
            1300ms home desk fader.1
            refused
            return desk fader.1
            1400ms set level 90
            2000ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 90
            """, on: Desks.single())
    }

    @Test("a reload does not return it")
    func reload() {
        let configuration = Desks.single()
        let (old, port) = (Console(configuration), FakePort(surfaces: 1))
        old.connected(0, port.connected[0], at: .zero, port: port)
        #expect(old.lend(0, .begin, at: .ms(10), port: port))
        let new = Console(configuration)
        new.adopt(old, Continuity(from: configuration, to: configuration), at: .ms(20), port: port)
        _ = port.take()
        let before = new.value(of: 0)
        new.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 99), from: 0, at: .ms(30), port: port)
        #expect(new.value(of: 0) == before)
        #expect(new.lend(0, .end, at: .ms(40), port: port))
        #expect(port.take().count == 1)
    }
}
