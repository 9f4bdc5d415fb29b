import FaderTesting
import FaderValues
import Testing

/// One parameter of every kind.
private enum Kinds {
    static let volume = ParameterSpec(
        id: "vol", minimum: -.infinity, maximum: 10, defaultValue: 0, decimals: 1, unit: "dB", taper: .audio)
    static let hour = ParameterSpec(
        id: "hour", minimum: 0, maximum: 23, defaultValue: 12, step: 1, decimals: 0, outOfRange: .reject, kind: .integer,
        format: TextFormat(suffix: ":00h"))
    static let mute = ParameterSpec(
        id: "mute", maximum: 1, defaultValue: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    static let side = ParameterSpec(
        id: "side", maximum: 3, defaultValue: 1, step: 1, decimals: 0,
        kind: .choice([
            ChoiceOption(id: "heads"), ChoiceOption(id: "tails", label: "Tails up"), ChoiceOption(id: "tango"), ChoiceOption(id: "edge"),
        ]))
    static let pan = ParameterSpec(
        id: "pan", minimum: -50, maximum: 50, defaultValue: 0, decimals: 0,
        format: TextFormat(negativeSign: "L", positiveSign: "R", words: [SpecialWord(0, "C")]))
}

@Suite("Every kind of value as text")
struct KindTextTests {
    @Test("the error for a JSON value of the wrong type names the right one, with an example")
    func wrongSort() {
        func refusal(_ spec: ParameterSpec, _ value: Value) -> String? {
            do throws(RefusedValue) {
                _ = try ValueText(spec).accept(value)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            refusal(Kinds.mute, .word("muted"))
                == "the value is a text, not true or false; expected true or false, for example {\"value\": true}")
        #expect(
            refusal(Kinds.hour, .word("7"))
                == "the value is a text, not a whole number; expected a whole number, for example {\"value\": 12}")
        #expect(refusal(Kinds.volume, .pair(1, 2))?.hasPrefix("the value is two numbers, not a number; expected a number") == true)
        #expect(refusal(Kinds.side, .word("Tails up"))?.hasPrefix("\"Tails up\" is not one of the options") == true)
        #expect(refusal(Kinds.mute, .flag(true)) == nil)
    }

    @Test("JSON values of each kind: words are whole, and only numbers of integers are whole")
    func accepted() throws {
        func accept(_ spec: ParameterSpec, _ value: Value) -> Double? { (try? ValueText(spec).accept(value))?.value }
        #expect(accept(Kinds.volume, .word("-inf")) == -.infinity && accept(Kinds.volume, .number(-.infinity)) == -.infinity)
        #expect(accept(Kinds.hour, .number(3)) == 3 && accept(Kinds.hour, .number(2.5)) == nil)
        #expect(accept(Kinds.mute, .flag(true)) == 1 && accept(Kinds.mute, .number(1)) == nil)
        #expect(accept(Kinds.side, .word("tango")) == 2)
        #expect(accept(Kinds.side, .word("tan")) == nil && accept(Kinds.side, .number(1)) == nil)
    }

    @Test("a suffix that looks like arithmetic is a suffix; such a prefix only counts at the start of a value")
    func contraryAffixes() throws {
        let tenth = ValueText(ParameterSpec(id: "p", maximum: 10, decimals: 0, format: TextFormat(suffix: "/10")))
        #expect(tenth.format(7) == "7/10")
        #expect(try tenth.parse("7/10", current: 0).value == 7)
        #expect(try tenth.parse("7/2", current: 0).value == 3.5)
        let times = ValueText(ParameterSpec(id: "p", maximum: 10, decimals: 0, format: TextFormat(prefix: "×")))
        #expect(try times.parse("×3", current: 0).value == 3)
        #expect(try times.parse("2×3", current: 0).value == 6)
    }

    @Test("console values become JSON values and back", arguments: [Kinds.volume, Kinds.hour, Kinds.mute, Kinds.side, Kinds.pan])
    func values(_ spec: ParameterSpec) {
        for index in 0...Int(spec.maximum) {
            let value = spec.value(of: Double(index))
            #expect(spec.number(of: value) == Double(index))
        }
        #expect(spec.number(of: .word("no such")) == nil)
        #expect(spec.number(of: .pair(0, 1)) == nil)
    }

    @Test("values from outside are clamped to the range, or are not values of the parameter")
    func numbers() {
        #expect(Kinds.volume.value(of: -.infinity) == .number(-.infinity))
        #expect(Kinds.volume.number(of: .word("-inf")) == -.infinity)
        #expect(Kinds.volume.number(of: .number(-.infinity)) == -.infinity)
        #expect(Kinds.volume.number(of: .number(99)) == 10)
        #expect(Kinds.volume.number(of: .number(.nan)) == nil)
        #expect(Kinds.volume.number(of: .flag(true)) == nil)
        #expect(Kinds.pan.number(of: .number(-.infinity)) == -50)
        #expect(Kinds.hour.number(of: .number(2.6)) == 3)
        #expect(Kinds.mute.value(of: 1) == .flag(true))
        #expect(Kinds.side.value(of: 1) == .word("tails"))
        #expect(Kinds.side.value(of: 99) == .word("edge"))
    }
}
