import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("What shows nothing any longer goes dark")
struct DarkTests {

    @Test("a lamp goes out even if its key comes up together with the change of page")
    func keyUp() {
        let (console, port) = (Console(Decks.one()), FakePort(surfaces: 1))
        console.connected(0, port.connected[0], at: .ms(1), port: port)
        func say(_ note: UInt16, _ raw: UInt32, _ ms: UInt64) {
            console.handle(MIDIMessage(MessageAddress(.note, number: note), raw: raw), from: 0, at: .ms(ms), port: port)
        }
        say(1, 127, 1000)
        #expect(port.take().contains("0: note 1 ch 1 = 127"))
        console.beginBatch()
        // The page `fx` has no mutes.
        say(21, 127, 2000)
        say(1, 0, 2000)
        console.endBatch(at: .ms(2000), port: port)
        while console.nextDeadline < .ms(9000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(port.take().contains("0: note 1 ch 1 = 0"))
    }

    @Test("a ring goes out when its parameter is gone, with the looks of a Mackie's or with one look, inverted or not")
    func ringGone() {
        let (input, output) = (MessageAddress(.cc, number: 20), MessageAddress(.cc, number: 48))
        var encoder = ControlSpec(id: "encoder.1", input: input, motor: output, parameter: 0)
        encoder.encoder = EncoderSpec(.twos)
        for (ring, isInverted, lit, low) in [(RingSpec.mackie, false, 43, 32), (nil, false, 127, 0), (nil, true, 0, 127)] {
            (encoder.ring, encoder.isInverted) = (ring, isInverted)
            let dark = lit == 0 ? "" : "out desk: cc 48 ch 1 = 0\n"
            expectTranscript(
                """
                0ms set level 127
                out desk: cc 48 ch 1 = \(lit)
                10ms close level
                \(dark)20ms open level
                bind desk encoder.1 level
                \(low == 0 ? "" : "out desk: cc 48 ch 1 = \(low)\n")30ms set level 127
                out desk: cc 48 ch 1 = \(lit)
                """, on: Configuration(parameters: [Desks.level], surfaces: [Desks.surface("desk", encoder)]))
        }
    }

    @Test("a ring without a strip is dark, not at its lowest lamp")
    func ring() {
        var desk = Decks.one()
        desk.surfaces[0].controls[4].ring = .mackie
        desk.surfaces[0].controls[4].parameter = nil
        desk.surfaces[0].controls[4].jobs = [Job(page: 1, mapping: Mapping(parameter: Decks.fx))]
        expectTranscript(
            """
            0ms page desk 1
            out desk: cc 1 ch 1 = 99
            out desk: cc 2 ch 1 = 0
            out desk: cc 11 ch 1 = 41
            out desk: note 21 ch 1 = 127
            10ms page desk 0
            out desk: cc 1 ch 1 = 10
            out desk: cc 2 ch 1 = 20
            out desk: cc 11 ch 1 = 0
            out desk: note 21 ch 1 = 0
            """, on: desk)
    }
}
