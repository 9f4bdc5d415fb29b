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
    private func refusal(_ spec: ParameterSpec, _ typed: String, current: Double = 0) -> String? {
        do throws(RefusedValue) {
            _ = try ValueText(spec).parse(typed, current: current)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("the bottom of a fader down to silence is −∞ dB, and -inf in a field")
    func silence() throws {
        let text = ValueText(Kinds.volume)
        #expect(text.format(-.infinity) == "−∞ dB")
        #expect(text.edit(-.infinity) == "-inf")
        #expect(text.range() == "−∞ or -90.0…10.0 dB")
        for typed in ["-inf", "−∞", "-∞ dB", "−∞ dB", "-Inf dB", "-infinity", "min", "MIN", "0%"] {
            #expect(try text.parse(typed, current: 0).value == -.infinity, "\(typed)")
        }
        #expect(try text.accept(.word("-inf")).value == -.infinity)
        #expect(try text.accept(.number(-.infinity)).value == -.infinity)
        #expect(try text.parse("-100", current: 0).value == -90)
        #expect(try text.parse("+=3", current: -.infinity).value == -.infinity)
        #expect(try text.parse("+=50%", current: -.infinity).value == -10)
        #expect(refusal(Kinds.volume, "inf")?.hasPrefix("the value is too large") == true)
        #expect(refusal(Kinds.volume, "-1/0")?.hasPrefix("a division by zero gives −∞") == true)
        #expect(refusal(Kinds.volume, "-1e308*1e308")?.hasPrefix("the value is too small") == true)
        #expect(refusal(Kinds.volume, "min-min")?.hasPrefix("the value is not a number") == true)
    }

    @Test("toggle, next and previous act like a button, unless they are words of the parameter itself")
    func pressWords() throws {
        func value(_ spec: ParameterSpec, _ typed: String, at current: Double) throws -> Double {
            try ValueText(spec).parse(typed, current: current).value
        }
        for (typed, current, wanted) in [("toggle", 0.0, 1.0), ("Toggle", 1, 0), ("next", 0, 1), ("next", 1, 0), ("previous", 0, 1)] {
            #expect(try value(Kinds.mute, typed, at: current) == wanted, "\(typed) at \(current)")
        }
        for (typed, current, wanted) in [("next", 1.0, 2.0), ("next", 3, 0), ("previous", 0, 3), ("toggle", 0, 3), ("toggle", 3, 0)] {
            #expect(try value(Kinds.side, typed, at: current) == wanted, "\(typed) at \(current)")
        }
        for (typed, current, wanted) in [("next", 12.0, 13.0), ("previous", 12, 11), ("next", 23, 23), ("previous", 0, 0)] {
            #expect(try value(Kinds.hour, typed, at: current) == wanted, "\(typed) at \(current)")
        }
        #expect(try value(Kinds.pan, "next", at: 0) == 1)
        #expect(refusal(Kinds.hour, "toggle") != nil)
        var own = Kinds.side
        own.kind = .choice([ChoiceOption(id: "previous"), ChoiceOption(id: "a", label: "Next"), ChoiceOption(id: "toggled")])
        own.maximum = 2
        #expect(try [value(own, "previous", at: 2), value(own, "next", at: 2), value(own, "toggle", at: 0)] == [0, 1, 2])
        var muted = Kinds.mute
        muted.kind = .toggle(off: "next", on: "toggle")
        #expect(try [value(muted, "next", at: 0), value(muted, "toggle", at: 1)] == [0, 1])
        var words = Kinds.pan
        words.format.words = [SpecialWord(7, "Next")]
        #expect(try value(words, "next", at: 0) == 7)
    }

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

    @Test("an integer is whole, whatever its decimals")
    func integer() throws {
        let text = ValueText(Kinds.hour)
        #expect(text.format(7, for: Viewer(decimals: 4)) == "7:00h")
        #expect(text.edit(7) == "7")
        #expect(text.range() == "0:00h…23:00h")
        for typed in ["7", "7:00h", "7:00H", "7.0", "14/2", "07", "7 :00h"] {
            #expect(try text.parse(typed, current: 0).value == 7, "\(typed)")
        }
        #expect(try text.parse("50%", current: 0).value == 12)
        #expect(try text.parse("+=2", current: 7).value == 9)
        #expect(
            refusal(Kinds.hour, "2.5") == "2.5 is not a whole number; expected a whole number in 0:00h…23:00h, for example \"12:00h\"")
        #expect(refusal(Kinds.hour, "24") == "24 is out of range; expected a whole number in 0:00h…23:00h, for example \"12:00h\"")
        #expect(
            refusal(Kinds.hour, "noon") == "\"noon\" is not a whole number; expected a whole number in 0:00h…23:00h, for example \"12:00h\""
        )
        #expect(throws: RefusedValue.self) { try text.accept(.number(2.5)) }
        #expect(try text.accept(.number(3)).value == 3)
    }

    @Test("a toggle has two words, and accepts those of every toggle too")
    func toggle() throws {
        let text = ValueText(Kinds.mute)
        #expect(text.format(0) == "open")
        #expect(text.format(1) == "muted")
        #expect(text.edit(1) == "muted")
        for typed in ["muted", "MUTED", "on", "true", "1", "Yes", "max", "default"] {
            #expect(try text.parse(typed, current: 0).value == 1, "\(typed)")
        }
        for typed in ["open", "Open", "off", "FALSE", "0", "no", "min"] {
            #expect(try text.parse(typed, current: 1).value == 0, "\(typed)")
        }
        #expect(refusal(Kinds.mute, "half") == "\"half\" is not one of its words; expected open or muted, for example \"muted\"")
        #expect(try text.accept(.flag(true)).value == 1)
        #expect(throws: RefusedValue.self) { try text.accept(.number(1)) }
    }

    @Test("a toggle's own words take precedence over those of every toggle")
    func contraryToggle() throws {
        var spec = Kinds.mute
        spec.kind = .toggle(off: "on", on: "off")
        #expect(try ValueText(spec).parse("on", current: 0).value == 0)
        #expect(try ValueText(spec).parse("off", current: 0).value == 1)
    }

    @Test("an option is shown by its label and accepted by id, label, or an unambiguous beginning")
    func choice() throws {
        let text = ValueText(Kinds.side)
        #expect(text.format(1) == "Tails up")
        #expect(text.edit(1) == "tails")
        for typed in ["tails", "Tails up", "TAILS", "tai", "default"] {
            #expect(try text.parse(typed, current: 0).value == 1, "\(typed)")
        }
        #expect(try text.parse("e", current: 0).value == 3)
        #expect(try text.parse("max", current: 0).value == 3)
        #expect(try text.parse("+=1", current: 1).value == 2)
        let beyond = try text.parse("-=2", current: 1)
        #expect((beyond.value, beyond.wanted, beyond.isRelative) == (0, -1, true))
        #expect(
            refusal(Kinds.side, "ta")
                == "\"ta\" could be tails or tango; expected one of heads, tails, tango, edge, for example \"tails\"")
        #expect(
            refusal(Kinds.side, "1") == "\"1\" is not one of the options; expected one of heads, tails, tango, edge, for example \"tails\"")
        #expect(try text.accept(.word("tango")).value == 2)
        #expect(throws: RefusedValue.self) { try text.accept(.word("tan")) }
        #expect(throws: RefusedValue.self) { try text.accept(.number(1)) }
    }

    @Test("a whole option takes precedence over the beginning of another")
    func wholeOption() throws {
        var spec = Kinds.side
        spec.kind = .choice([ChoiceOption(id: "saw-up"), ChoiceOption(id: "saw"), ChoiceOption(id: "2"), ChoiceOption(id: "max")])
        #expect(try ValueText(spec).parse("saw", current: 0).value == 1)
        #expect(try ValueText(spec).parse("2", current: 0).value == 2)
        #expect(try ValueText(spec).parse("max", current: 0).value == 3)
    }

    @Test("a pan has letters for signs and a word for its middle")
    func pan() throws {
        let text = ValueText(Kinds.pan)
        let shown: [(Double, String, String)] = [(-23, "L23", "L23"), (23, "R23", "R23"), (0, "C", "0"), (0.4, "C", "0"), (-0.4, "C", "0")]
        for (value, display, edit) in shown {
            #expect(text.format(value) == display)
            #expect(text.edit(value) == edit)
        }
        #expect(text.format(0.4, for: Viewer(decimals: 1)) == "R0.4")
        let typed: [(String, Double)] = [
            ("L23", -23), ("l 23", -23), ("r23", 23), ("-23", -23), ("23", 23), ("c", 0), ("C", 0), ("0", 0), ("L20/2", -10), ("R50%", 0),
            ("-L5", 5),
        ]
        for (typed, value) in typed { #expect(try text.parse(typed, current: 5).value == value, "\(typed)") }
        #expect(refusal(Kinds.pan, "L")?.hasPrefix("\"L\" is not a number; expected a number in L50…R50, for example \"C\"") == true)
    }

    @Test(
        "prefix, suffix, sign and groups are shown but not edited, and may be typed or not",
        arguments: [
            (1234.5, "+$1,234.50 each kr", "+1234.50"), (-1234.5, "-$1,234.50 each kr", "-1234.50"), (0, "$0.00 each kr", "0.00"),
            (999, "+$999.00 each kr", "+999.00"),
        ])
    func affixes(value: Double, display: String, edit: String) throws {
        let text = ValueText(
            ParameterSpec(
                id: "p", minimum: -1e6, maximum: 1e6, unit: "kr",
                format: TextFormat(prefix: "$", suffix: " each", showsPlus: true, isGrouped: true)))
        #expect(text.format(value) == display)
        #expect(text.edit(value) == edit)
        for typed in [display, edit, "\(value)", "\(edit) each", "\(edit) KR", "\(edit)  EACH  kr"] {
            #expect(try text.parse(typed, current: 1).value == value, "\(typed)")
        }
        #expect(try text.parse("$10 - $4", current: 1).value == 6)
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

    @Test("a viewer's decimals only change what is shown")
    func viewersDecimals() {
        let text = ValueText(Desks.master)
        #expect(text.format(-6.12345, for: Viewer(decimals: 4)) == "-6.1235 dB")
        #expect(text.format(-6.12345, for: Viewer(decimals: 0)) == "-6 dB")
        #expect(text.edit(0.1, for: Viewer(decimals: 15)) == "0.100000000000000")
        #expect(text.edit(0.1, for: Viewer(decimals: 99)) == "0.100000000000000")
        #expect(text.edit(0.1, for: Viewer(decimals: -1)) == "0")
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
