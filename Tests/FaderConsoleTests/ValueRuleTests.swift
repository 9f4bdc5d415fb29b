import FaderConsole
import FaderModel
import FaderTesting
import Testing

/// The nine rules of a value as scripts that are compared as a whole. Timing, faults and loops are tested in other files.
@Suite("The rules of a value")
struct ValueRuleTests {
    private func check(
        _ script: String, on configuration: Configuration, isConnected: Bool = true, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(Transcript.play(script, on: configuration, isConnected: isConnected) == script, sourceLocation: location)
    }

    @Test("rule 1: every change, whatever its source, takes the same path and moves every other motor")
    func oneOwner() {
        check(
            """
            0ms in left: cc 1 ch 1 = 10
            out right: cc 1 ch 1 = 10
            get level = 10
            150ms out left: cc 1 ch 1 = 10
            200ms set level 20
            out left: cc 1 ch 1 = 20
            out right: cc 1 ch 1 = 20
            position level 1
            out left: cc 1 ch 1 = 127
            out right: cc 1 ch 1 = 127
            step level -1
            out left: cc 1 ch 1 = 126
            out right: cc 1 ch 1 = 126
            reset level
            out left: cc 1 ch 1 = 0
            out right: cc 1 ch 1 = 0
            """, on: Desks.pair())
    }

    @Test("rule 2: a clamped value is reported, and NaN is never stored")
    func clampAlways() {
        check(
            """
            0ms set level 500
            clamped
            out desk: cc 1 ch 1 = 127
            get level = 127
            set level nan
            refused
            get level = 127
            set level -0.001
            clamped
            out desk: cc 1 ch 1 = 0
            set level -1e999
            clamped
            get level = 0
            """, on: Desks.single())
    }

    @Test("rule 2: a stored value outside a narrower range is clamped, a stored NaN is the default")
    func clampsStored() {
        let console = Console(Configuration(parameters: [Desks.master, Desks.master]), values: [99, .nan])
        #expect(console.value(of: 0) == 6)
        #expect(console.value(of: 1) == -12)
    }

    @Test("rule 3: with echo release the moved control gets the accepted position once, when the finger leaves")
    func echoRelease() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            1ms in desk: cc 1 ch 1 = 10
            2ms in desk: cc 1 ch 1 = 11
            3ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 11
            1000ms get level = 11
            """, on: Desks.single())
    }

    @Test("rule 3: with echo immediate every move is answered with the accepted position, under the finger too")
    func echoImmediate() {
        var stepped = Desks.level
        stepped.step = 10
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            1ms in desk: cc 1 ch 1 = 12
            out desk: cc 1 ch 1 = 10
            2ms in desk: cc 1 ch 1 = 13
            out desk: cc 1 ch 1 = 10
            3ms in desk: cc 1 ch 1 = 18
            out desk: cc 1 ch 1 = 20
            4ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 20
            get level = 20
            """, on: Desks.single(Desks.fader(echo: .immediate), stepped))
    }

    @Test("rule 3: with echo never the moved control is not answered")
    func echoNever() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            1ms in desk: cc 1 ch 1 = 10
            2ms in desk: note 104 ch 1 = 0
            500ms in desk: cc 1 ch 1 = 20
            1000ms get level = 20
            set level 30
            out desk: cc 1 ch 1 = 30
            """, on: Desks.single(Desks.fader(echo: .never)))
    }

    @Test("rule 4: a typed value moves the motor of every mapped control")
    func typedMovesAll() {
        let desk = Desks.surface("desk", Desks.fader(), Desks.fader(number: 2), Desks.fader(number: 3, hasMotor: false))
        check(
            """
            0ms set level 64
            out desk: cc 1 ch 1 = 64
            out desk: cc 2 ch 1 = 64
            """, on: Configuration(parameters: [Desks.level], surfaces: [desk]))
    }

    @Test("rule 5: while a fader is touched its motor gets nothing, and on release its true position")
    func heldWhileTouched() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            10ms set level 50
            20ms set level 60
            5000ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 60
            """, on: Desks.single())
    }

    @Test("rule 5: on release the true position is sent even if it equals the last one sent")
    func releaseSendsAgain() {
        check(
            """
            0ms set level 50
            out desk: cc 1 ch 1 = 50
            1000ms in desk: note 104 ch 1 = 127
            2000ms in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 50
            """, on: Desks.single())
    }

    @Test("rule 5: a motor without touch sensor counts as touched for 150 ms after its last movement, then gets one message")
    func holdOff() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 10
            100ms in desk: cc 1 ch 1 = 20
            120ms set level 50
            130ms set level 51
            250ms out desk: cc 1 ch 1 = 51
            5000ms get level = 51
            """, on: Desks.single(Desks.fader(isTouchable: false)))
    }

    @Test("rule 5: a fader whose touch sensor never reports counts as one without a sensor")
    func silentSensor() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 10
            10ms set level 50
            150ms out desk: cc 1 ch 1 = 50
            """, on: Desks.single())
    }

    @Test("rule 5: a set at the moment the hold-off ends costs one message, not two")
    func holdOffEndsAtASet() {
        let console = Console(Desks.pair(Desks.fader(isTouchable: false), Desks.fader(isTouchable: false)))
        let port = FakePort(surfaces: 2)
        for surface in 0...1 as ClosedRange<SurfaceIndex> { console.connected(surface, port.connected[surface], at: .zero, port: port) }
        _ = port.take()
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 10), from: 0, at: .ms(1), port: port)
        #expect(port.take() == ["1: cc 1 ch 1 = 10"])
        // The thread was late: the deadline of 151 ms has passed when the input of 160 ms is handled.
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 30), from: 1, at: .ms(160), port: port)
        console.advance(to: .ms(160), port: port)
        #expect(port.take() == ["0: cc 1 ch 1 = 30"])
    }

    @Test("rule 6: nothing is sent that the hardware already shows")
    func nothingTwice() {
        check(
            """
            0ms set level 50
            out desk: cc 1 ch 1 = 50
            set level 50
            set level 50.2
            get level = 50.2
            """, on: Desks.single())
    }

    @Test("rule 8: a surface that appears gets every mapped control's state, one that disappears loses nothing")
    func appears() {
        let desk = Desks.surface("desk", Desks.fader(), Desks.fader(number: 2, parameter: 1), Desks.fader(number: 3, parameter: nil))
        let other = ParameterSpec(id: "other", maximum: 127)
        check(
            """
            0ms set level 50
            connect desk
            out desk: cc 1 ch 1 = 50
            out desk: cc 2 ch 1 = 0
            in desk: note 104 ch 1 = 127
            disconnect desk
            set level 70
            1000ms connect desk
            out desk: cc 1 ch 1 = 70
            out desk: cc 2 ch 1 = 0
            get level = 70
            """, on: Configuration(parameters: [Desks.level, other], surfaces: [desk]), isConnected: false)
    }

    @Test("rule 9: an overrun loses history, never the final state: every motor is sent its position, touches become hold-offs")
    func overrun() {
        check(
            """
            0ms set level 50
            out left: cc 1 ch 1 = 50
            out right: cc 1 ch 1 = 50
            in left: note 104 ch 1 = 127
            overrun
            out right: cc 1 ch 1 = 50
            told: overrun(count: 1)
            100ms set level 60
            out right: cc 1 ch 1 = 60
            150ms out left: cc 1 ch 1 = 60
            """, on: Desks.pair())
    }

    @Test("rule 9: an output that would block sends the newest position when there is room, and nothing older")
    func wouldBlock() {
        check(
            """
            0ms port wouldBlock
            set level 10
            set level 20
            set level 30
            port sent
            writable
            out desk: cc 1 ch 1 = 30
            writable
            """, on: Desks.single())
    }
}

extension MonotonicTime {
    /// The time this many milliseconds after the start.
    static func ms(_ count: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: count * 1_000_000) }
}
