import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// Two faders for one range: `price.low` is on controller 1 (touch: note 104), `price.high` on controller 2 (touch: note 105).
@Suite("Ranges: the ends never cross, stay a gap apart, and stop or push")
struct RangeTests {
    @Test("both ends set at once are one change, and neither blocks the other")
    func both() {
        for meet in Meet.allCases {
            expectTranscript(
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

    @Test("a gap is compared in decimals: 0.2 and 0.3 are 0.1 apart, and ends without a gap may meet")
    func decimals() {
        var desk = Desks.price(gap: 0.1)
        for end in 0...1 { desk.parameters[end].maximum = 1 }
        desk.parameters[0].defaultValue = 0
        desk.parameters[1].defaultValue = 0.3
        #expect(Transcript.play("0ms set price.low 0.2", on: desk) == "0ms set price.low 0.2\nout desk: cc 1 ch 1 = 25")
        expectTranscript("0ms set price.low 0.21\nclamped\nout desk: cc 1 ch 1 = 25\nget price.low = \(0.3 - 0.1)", on: desk)
        expectTranscript("0ms set price.low 100\nout desk: cc 1 ch 1 = 100\nset price.low 100.5\nclamped", on: Desks.price(gap: 0))
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
        expectTranscript(
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
