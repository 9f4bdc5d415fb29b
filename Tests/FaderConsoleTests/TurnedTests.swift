import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Reversed travels")
struct TurnedTests {
    static func turned(
        _ first: Double, _ last: Double, _ taper: Taper = .linear, step: Double = 0, kind: ParameterKind = .number
    ) -> ParameterSpec {
        ParameterSpec(id: "level", minimum: last, maximum: first, step: step, decimals: 0, taper: taper, kind: kind, isTurned: true)
    }

    private static let scales = [
        turned(8, 0), turned(127, 0), turned(6, -90, .audio), turned(100, 1, .log), turned(-1, -100, .log), turned(8, 0, step: 1),
        turned(10, 2, .points([TaperPoint(0, 10), TaperPoint(0.25, 4), TaperPoint(1, 2)])),
    ]

    @Test("min is at the start of the travel, max at its end, and values fall in between", arguments: scales)
    func ends(spec: ParameterSpec) {
        let scale = NumberScale(spec)
        #expect(scale.value(at: Position(0)) == spec.maximum && scale.value(at: Position(1)) == spec.minimum)
        #expect(scale.position(of: spec.maximum) == Position(0) && scale.position(of: spec.minimum) == Position(1))
        let values = (0...127).map { scale.value(at: Position(raw: $0, of: 127)) }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        #expect(spec.first == spec.maximum && spec.last == spec.minimum)
    }

    @Test("rule 7: raw → value → raw is the identity", arguments: scales.filter { $0.step == 0 })
    func identity(spec: ParameterSpec) {
        let scale = NumberScale(spec)
        for highest: UInt32 in [127, 16383] {
            let wrong = (0...highest).filter { raw in
                scale.position(of: scale.snapped(at: Position(raw: raw, of: highest))).raw(of: highest) != raw
            }
            #expect(wrong.isEmpty, "\(wrong.prefix(3)) of \(highest)")
        }
    }

    @Test("a points taper goes through its points as they are written")
    func points() {
        let scale = NumberScale(Self.turned(10, 2, .points([TaperPoint(0, 10), TaperPoint(0.25, 4), TaperPoint(1, 2)])))
        #expect(scale.value(at: Position(0.25)) == 4)
        #expect(scale.position(of: 4) == Position(0.25))
        #expect(scale.value(at: Position(0.125)) == 7)
    }

    @Test("steps lead along the travel, towards max")
    func steps() {
        let stepped = NumberScale(Self.turned(8, 0, step: 1))
        #expect(stepped.stepped(from: 8, by: 1) == 7)
        #expect(stepped.stepped(from: 7.5, by: 1) == 7 && stepped.stepped(from: 7.5, by: -1) == 8)
        #expect(stepped.stepped(from: 0, by: 1) == 0 && stepped.stepped(from: 8, by: -1) == 8)
        #expect(stepped.cycled(from: 0, by: 1) == 8 && stepped.cycled(from: 8, by: -1) == 0 && stepped.cycled(from: 8, by: 2) == 6)
        let free = NumberScale(Self.turned(100, 0))
        #expect(free.stepped(from: 100, by: 1) == 99 && free.stepped(from: 50, by: 1, size: .big) == 40)
        #expect(free.cycled(from: 0, by: 1) == 100 && free.cycled(from: 100, by: -1) == 0)
        let plain = NumberScale(
            ParameterSpec(id: "p", minimum: 0, maximum: 100, bigStep: 30, isTurned: true))
        #expect(plain.stepped(from: 100, by: 1, size: .big) == 70)
    }

    @Test("typed min, max and percentages are places on the travel, messages name the range in its direction")
    func text() throws {
        let text = ValueText(Self.turned(8, 0))
        func typed(_ words: String, from current: Double = 2) throws -> Double { try text.parse(words, current: current).value }
        #expect(try typed("min") == 8 && typed("max") == 0 && typed("25%") == 6 && typed("+=25%") == 0 && typed("-=25%") == 4)
        #expect(try typed("5") == 5 && typed("+=1") == 3 && typed("99") == 8 && typed("-3") == 0)
        #expect(try typed("150%") == 0 && typed("-10%") == 8)
        #expect(try text.parse("150%", current: 0).isClamped)
        #expect(text.range() == "8…0" && text.clampNotice(8) == "clamped to 8 (range 8…0)")
        let (low, high) = (text.clamp(-1), text.clamp(9))
        #expect(low == 0 && high == 8)
    }

    @Test("a fader and its motor follow a reversed parameter; toggling goes from end to end of the travel")
    func console() {
        let desk = Desks.single(Desks.fader(isTouchable: false), Self.turned(127, 0, step: 1, kind: .integer))
        let script = """
            0ms set level 100
            out desk: cc 1 ch 1 = 27
            1000ms in desk: cc 1 ch 1 = 127
            get level = 0
            1150ms out desk: cc 1 ch 1 = 127
            step level -1
            out desk: cc 1 ch 1 = 126
            get level = 1
            """
        #expect(Transcript.play(script, on: desk) == script)
        let toggle = Console(Desks.single(Desks.button(.toggle), Self.turned(8, 0)), values: [8])
        let port = FakePort(surfaces: 1)
        let note = MessageAddress(.note, number: 16)
        toggle.handle(MIDIMessage(note, raw: 127), from: 0, at: .ms(1), port: port)
        #expect(toggle.value(of: 0) == 0)
        toggle.handle(MIDIMessage(note, raw: 0), from: 0, at: .ms(2), port: port)
        toggle.handle(MIDIMessage(note, raw: 127), from: 0, at: .ms(3), port: port)
        #expect(toggle.value(of: 0) == 8)
    }

    @Test("where both ends are one place, a cycle visits it once")
    func circle() {
        var spec = ParameterSpec(id: "hue", maximum: 360, step: 90)
        spec.isCircle = true
        let scale = NumberScale(spec, nil)
        #expect([90.0, 180, 270, 360, 0].map { scale.cycled(from: $0, by: 1) } == [180, 270, 0, 90, 90])
        #expect([90.0, 0, 360].map { scale.cycled(from: $0, by: -1) } == [0, 270, 270])
    }
}
