import FaderConsole
import FaderModel
import FaderTesting
import Testing

/// Two faders for one range: `price.low` is on controller 1 (touch: note 104), `price.high` on controller 2 (touch: note 105).
@Suite("Ranges: the ends never cross, stay a gap apart, and stop or push")
struct RangeTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    @Test("stop: a finger that goes too far is answered on release with where its end stopped; the other motor stays")
    func stop() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 60
            in desk: cc 1 ch 1 = 120
            get price.low = 90
            get price.high = 100
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 90
            in desk: note 105 ch 1 = 127
            in desk: cc 2 ch 1 = 0
            get price.high = 100
            in desk: note 105 ch 1 = 0
            out desk: cc 2 ch 1 = 100
            """, on: Desks.price())
    }

    @Test("stop: without a sensor the fader gets the accepted position when it rests, with echo immediate at once")
    func stopWithoutSensor() {
        check(
            """
            0ms in desk: cc 1 ch 1 = 120
            get price.low = 90
            150ms out desk: cc 1 ch 1 = 90
            """, on: Desks.price(controls: Desks.fader(isTouchable: false), Desks.fader(number: 2, parameter: 1)))
        check(
            """
            0ms in desk: cc 1 ch 1 = 120
            out desk: cc 1 ch 1 = 90
            10ms in desk: cc 1 ch 1 = 125
            out desk: cc 1 ch 1 = 90
            160ms out desk: cc 1 ch 1 = 90
            """, on: Desks.price(controls: Desks.fader(isTouchable: false, echo: .immediate), Desks.fader(number: 2, parameter: 1)))
    }

    @Test("push: the other end moves ahead of the finger, its motor with it, until it can go no further")
    func push() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 80
            in desk: cc 1 ch 1 = 95
            out desk: cc 2 ch 1 = 105
            in desk: cc 1 ch 1 = 110
            out desk: cc 2 ch 1 = 120
            in desk: cc 1 ch 1 = 127
            out desk: cc 2 ch 1 = 127
            get price.low = 117
            get price.high = 127
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 117
            in desk: cc 2 ch 1 = 5
            out desk: cc 1 ch 1 = 0
            get price.high = 10
            """, on: Desks.price(meet: .push))
    }

    @Test("rule 5: a pushed motor under a finger gets nothing until the finger leaves, then the true position")
    func pushUnderFinger() {
        check(
            """
            0ms in desk: note 105 ch 1 = 127
            in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 95
            in desk: cc 1 ch 1 = 110
            get price.high = 120
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 110
            in desk: note 105 ch 1 = 0
            out desk: cc 2 ch 1 = 120
            """, on: Desks.price(meet: .push))
    }

    @Test("both faders held by fingers at once: with push the one that moves wins, with stop the one that came first")
    func bothHeld() {
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: note 105 ch 1 = 127
            in desk: cc 1 ch 1 = 100
            get price.high = 110
            in desk: cc 2 ch 1 = 90
            get price.low = 80
            in desk: cc 1 ch 1 = 101
            get price.low = 101
            get price.high = 111
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 101
            in desk: note 105 ch 1 = 0
            out desk: cc 2 ch 1 = 111
            """, on: Desks.price(meet: .push))
        check(
            """
            0ms in desk: note 104 ch 1 = 127
            in desk: note 105 ch 1 = 127
            in desk: cc 1 ch 1 = 70
            in desk: cc 2 ch 1 = 60
            get price.high = 80
            in desk: cc 1 ch 1 = 65
            in desk: cc 2 ch 1 = 61
            get price.high = 75
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 65
            in desk: note 105 ch 1 = 0
            out desk: cc 2 ch 1 = 75
            """, on: Desks.price())
    }

    @Test("typed text, positions, steps and reset keep the rule too, and their answers say that they were clamped")
    func commands() {
        check(
            """
            0ms set price.low 95.5
            clamped
            out desk: cc 1 ch 1 = 90
            set price.high 50
            clamped
            step price.high -5
            clamped
            position price.high 0
            clamped
            get price.high = 100
            set price.high 120
            out desk: cc 2 ch 1 = 120
            set price.low 105
            out desk: cc 1 ch 1 = 105
            reset price.high
            clamped
            out desk: cc 2 ch 1 = 115
            set price.low nan
            refused
            get price.low = 105
            """, on: Desks.price())
    }

    @Test("both ends set at once are one change, and neither blocks the other")
    func both() {
        for meet in Meet.allCases {
            check(
                """
                0ms both price.low 110 125
                out desk: cc 2 ch 1 = 125
                out desk: cc 1 ch 1 = 110
                both price.low 1 15
                out desk: cc 1 ch 1 = 1
                out desk: cc 2 ch 1 = 15
                both price.low 1 15
                both price.low 50 55
                clamped
                out desk: cc 2 ch 1 = 60
                out desk: cc 1 ch 1 = 50
                both price.low 90 30
                clamped
                out desk: cc 2 ch 1 = 100
                out desk: cc 1 ch 1 = 90
                both price.low 125 500
                clamped
                out desk: cc 2 ch 1 = 127
                out desk: cc 1 ch 1 = 117
                both price.low 5 nan
                refused
                get price.low = 117
                get price.high = 127
                """, on: Desks.price(meet: meet))
        }
    }

    @Test("the value is snapped to a step first, then the gap is kept: an end that stops stays on its steps if it was to")
    func steps() {
        check(
            """
            0ms set price.high 95
            out desk: cc 2 ch 1 = 95
            in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 126
            get price.low = 80
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 80
            set price.low 88
            clamped
            out desk: cc 1 ch 1 = 85
            set price.low 90
            clamped
            get price.low = 85
            """, on: Desks.price(step: 10))
        check(
            """
            0ms set price.low 20
            in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 99
            out desk: cc 2 ch 1 = 120
            get price.low = 100
            in desk: cc 1 ch 1 = 112
            out desk: cc 2 ch 1 = 127
            get price.low = 110
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 110
            """, on: Desks.price(gap: 11, meet: .push, step: 10))
    }

    @Test("an end typed slightly off its step is not crossed by one that stops on its steps")
    func hairOff() {
        check(
            """
            0ms set price.low 30.000000001
            out desk: cc 1 ch 1 = 30
            in desk: cc 2 ch 1 = 28
            get price.high = 30.000000001
            """, on: Desks.price(gap: 0, step: 10, controls: Desks.fader(), Desks.fader(number: 2, hasMotor: false, parameter: 1)))
        check(
            """
            0ms set price.high 29.999999999
            out desk: cc 2 ch 1 = 30
            in desk: cc 1 ch 1 = 32
            get price.low = 29.999999999
            """, on: Desks.price(gap: 0, step: 10, controls: Desks.fader(hasMotor: false), Desks.fader(number: 2, parameter: 1)))
    }

    @Test("a gap is compared in decimals: 0.2 and 0.3 are 0.1 apart, and ends without a gap may meet")
    func decimals() {
        var desk = Desks.price(gap: 0.1)
        for end in 0...1 { desk.parameters[end].maximum = 1 }
        desk.parameters[0].defaultValue = 0
        desk.parameters[1].defaultValue = 0.3
        #expect(Transcript.play("0ms set price.low 0.2", on: desk) == "0ms set price.low 0.2\nout desk: cc 1 ch 1 = 25")
        check("0ms set price.low 0.21\nclamped\nout desk: cc 1 ch 1 = 25\nget price.low = \(0.3 - 0.1)", on: desk)
        check("0ms set price.low 100\nout desk: cc 1 ch 1 = 100\nset price.low 100.5\nclamped", on: Desks.price(gap: 0))
    }

    @Test("a pushed end has its own revision, report and decision, with the origin and control of the push")
    func reports() {
        let console = Console(Desks.price(meet: .push))
        let port = FakePort(surfaces: 1)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        console.handle(MIDIMessage(MessageAddress(.cc, number: 1), raw: 100), from: 0, at: .ms(1), port: port)
        for (parameter, value) in [(0, 100.0), (1, 110)] as [(ParameterIndex, Double)] {
            let report = console.report(of: parameter)
            #expect(report.value == value && report.revision == 1 && report.origin == .hand && report.control == 0)
        }
        #expect(Set([console.nextReport()?.parameter, console.nextReport()?.parameter]) == [0, 1])
        #expect(console.decision(of: 1, back: 1)?.kind == .changed)
        #expect(console.decision(of: 1, back: 0)?.kind == .sent)
        #expect(console.partner(of: 0) == 1 && console.partner(of: 1) == 0)
        #expect(Console(Desks.single()).partner(of: 0) == nil)
    }

    @Test("stored values and new configurations that break the rule are corrected")
    func mended() {
        let port = FakePort(surfaces: 1)
        for (stored, expected) in [([50.0, 55], [50.0, 60]), ([90, 30], [90, 100]), ([127, 0], [117, 127]), ([30, 40], [30, 40])] {
            let console = Console(Desks.price(), values: stored)
            #expect([console.value(of: 0), console.value(of: 1)] == expected)
            #expect(!console.hasReport)
        }
        let old = Console(Desks.price(), values: [30, 40])
        old.connected(0, Connections(inputs: 1, outputs: 1), at: .zero, port: port)
        _ = port.take()
        let new = Console(Desks.price(gap: 50))
        new.adopt(old, Continuity(from: Desks.price(), to: Desks.price(gap: 50)), at: .ms(1), port: port)
        #expect([new.value(of: 0), new.value(of: 1)] == [30, 80])
        let mended = ParameterReport(parameter: 1, value: 80, revision: 1, origin: .restore, control: nil, change: 1, before: 40)
        #expect(new.nextReport() == mended)
        #expect(!new.hasReport)
        #expect(port.take() == ["0: cc 2 ch 1 = 80"])
    }

    @Test("a range down to −∞ keeps its ends apart as well")
    func minusInfinity() {
        var desk = Desks.price(gap: 6, meet: .push)
        for end in 0...1 {
            desk.parameters[end].minimum = -.infinity
            desk.parameters[end].maximum = 10
            desk.parameters[end].taper = .audio
        }
        desk.parameters[0].defaultValue = -.infinity
        desk.parameters[1].defaultValue = -20
        check(
            """
            0ms set price.low -22
            out desk: cc 2 ch 1 = 54
            out desk: cc 1 ch 1 = 44
            get price.high = -16
            set price.high -inf
            out desk: cc 1 ch 1 = 0
            out desk: cc 2 ch 1 = 0
            get price.low = -inf
            """, on: desk)
    }
}
