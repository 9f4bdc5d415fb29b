import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Scales whose bottom is −∞")
struct SilenceTests {
    static let maximums = [10.0, 0, -20, -60, 6.5, -89]

    private static func spec(_ maximum: Double, step: Double = 0) -> ParameterSpec {
        ParameterSpec(id: "vol", minimum: -.infinity, maximum: maximum, defaultValue: maximum, step: step, taper: .audio)
    }

    @Test("position 0 is −∞ and −∞ is position 0", arguments: maximums)
    func bottom(maximum: Double) {
        let scale = NumberScale(Self.spec(maximum))
        #expect(scale.value(at: Position(0)) == -.infinity)
        #expect(scale.snapped(at: Position(0)) == -.infinity)
        #expect(scale.position(of: -.infinity) == Position(0))
        #expect(scale.value(at: Position(raw: 1, of: 16383)) > -90)
        #expect(scale.value(at: Position(.leastNonzeroMagnitude)) >= -90)
        #expect(scale.value(at: Position(1)) == scale.maximum)
    }

    @Test("rule 7: raw → value → raw is the identity for every raw value of every resolution", arguments: maximums)
    func identity(maximum: Double) {
        let scale = NumberScale(Self.spec(maximum))
        for highest: UInt32 in [127, 16383] {
            let wrong = (0...highest).filter { raw in
                scale.position(of: scale.snapped(at: Position(raw: raw, of: highest))).raw(of: highest) != raw
            }
            #expect(wrong.isEmpty, "\(wrong.prefix(3)) of \(highest)")
        }
    }

    @Test("the rest of the travel is that of a fader that begins at −90 dB")
    func travel() {
        let (endless, bounded) = (
            NumberScale(Self.spec(10)), NumberScale(ParameterSpec(id: "vol", minimum: -90, maximum: 10, taper: .audio))
        )
        for raw: UInt32 in 1...16383 {
            let position = Position(raw: raw, of: 16383)
            #expect(endless.value(at: position) == bounded.value(at: position))
        }
    }

    @Test("clamping keeps −∞ and raises finite values to −90 dB; both are at position 0")
    func clamp() {
        let scale = NumberScale(Self.spec(10))
        #expect(scale.clamp(-.infinity) == -.infinity)
        #expect(scale.clamp(-1e300) == -90)
        #expect(scale.clamp(-90.001) == -90)
        #expect(scale.clamp(.nan) == nil)
        #expect(scale.clamp(.infinity) == 10)
        #expect(scale.position(of: -90) == Position(0))
        #expect(scale.position(of: -90.001) == Position(0))
        #expect(scale.position(of: -1e300) == Position(0))
        #expect(scale.position(of: -89.9).fraction > 0)
        #expect(NumberScale(Desks.master).clamp(-.infinity) == -70)
    }

    @Test(
        "steps are whole multiples of the step; −∞ comes below the lowest at or above −90 dB",
        arguments: [(0.5, -90.0), (1, -90), (0.1, -90), (7, -84), (0.7, -89.6), (200, 0)])
    func stepping(step: Double, lowest: Double) {
        let scale = NumberScale(Self.spec(10, step: step))
        #expect(scale.stepped(from: -.infinity, by: 1) == lowest)
        #expect(scale.stepped(from: lowest, by: -1) == -.infinity)
        #expect(scale.stepped(from: -.infinity, by: -1) == -.infinity)
        #expect(scale.stepped(from: -.infinity, by: .min) == -.infinity)
        #expect(scale.stepped(from: -.infinity, by: .max) == 10)
        #expect(scale.stepped(from: 10, by: .min) == -.infinity)
        // A value below the lowest step is between it and −∞.
        #expect(scale.stepped(from: -100, by: 1) == lowest)
        #expect(scale.stepped(from: -100, by: -1) == -.infinity)
        #expect(scale.stepped(from: lowest + step / 2, by: -1) == lowest)
        #expect(scale.stepped(from: -.infinity, by: 2) == min(((lowest + step) * 10).rounded() / 10, 10))
    }

    @Test("fader motion snaps to decimals exactly, and to −∞ only at the very bottom")
    func snapping() {
        let scale = NumberScale(Self.spec(10, step: 0.5))
        for raw: UInt32 in 1...16383 {
            let value = scale.snapped(at: Position(raw: raw, of: 16383))
            #expect(value >= -90 && value * 2 == (value * 2).rounded())
        }
    }

    @Test("a typed value below −90 dB becomes −90 dB or is refused, depending on out-of-range")
    func typing() throws {
        var spec = Self.spec(10)
        let clamped = try ValueText(spec).parse("-200", current: 0)
        #expect((clamped.value, clamped.isClamped) == (-90, true))
        #expect(ValueText(spec).clampNotice(-90) == "clamped to -90.00 (range −∞ or -90.00…10.00)")
        #expect(try ValueText(spec).accept(.number(-200)).value == -90)
        #expect(try ValueText(spec).parse("-inf", current: 0) == ParsedNumber(value: -.infinity, wanted: -.infinity))
        spec.outOfRange = .reject
        #expect(throws: RefusedValue.self) { try ValueText(spec).parse("-90.01", current: 0) }
        #expect(try ValueText(spec).parse("-90", current: 0).value == -90)
        #expect(try ValueText(spec).parse("-inf", current: 0).value == -.infinity)
    }

    @Test("a hand at the bottom sets −∞, even if a typed value has moved the motor close to it")
    func bottomOfTheTravel() {
        for typed in ["-90", "-89.99", "-200", "-87"] {
            for control in [Desks.fader(), Desks.fader(hasMotor: false), Desks.fader(.pitchbend), Desks.fader(isTouchable: false)] {
                let console = Console(Desks.single(control, Self.spec(10)))
                let port = FakePort(surfaces: 1)
                console.connected(0, port.connected[0], at: .zero, port: port)
                _ = console.handle(.set(parameter: 0, Double(typed) ?? 0, .text), at: .ms(1), port: port)
                #expect(console.value(of: 0) == max(Double(typed) ?? 0, -90))
                console.handle(MIDIMessage(control.input, raw: 0), from: 0, at: .ms(2000), port: port)
                #expect(console.value(of: 0) == -.infinity, "\(typed) \(control)")
            }
        }
    }

    @Test("without a step, a step is a hundredth of the travel, and the first one down from the bottom is −∞")
    func steppingWithoutStep() {
        let scale = NumberScale(Self.spec(10))
        let first = scale.stepped(from: -.infinity, by: 1)
        #expect((first - -85.2).magnitude < 1e-9)
        #expect(scale.stepped(from: first, by: -1) == -.infinity)
    }
}
