import FaderConfig
import FaderValues
import Testing

@Suite("What can be wrong with a kind of value")
struct KindErrorTests {
    @Test("an unknown kind is reported with the one that was meant, without further errors for its keys")
    func unknownKind() {
        expect(
            "version: 1\nparameters: {a: {kind: 1️⃣rnage}, b: {kind: 2️⃣colour}}\nsurfaces:\n  s:\n    match: X\n"
                + "    controls: {f: {input: cc 1 ch 1}}\n    map: {f: a.low}\n",
            [
                "1️⃣ error: kind must be one of number, integer, toggle, choice, text, range, color, trigger; found \"rnage\"; did you mean \"range\"?",
                "2️⃣ error: kind must be one of number, integer, toggle, choice, text, range, color, trigger; found \"colour\"; did you mean \"color\"?",
            ])
    }

    @Test("a key that does not fit the kind is reported with the kinds that it is for")
    func unfitKeys() {
        expect(
            parameters(
                """
                a: {kind: toggle, 1️⃣min: 0, 2️⃣options: [a, b]}
                b: {3️⃣words: [a, b]}
                c: {kind: text, 4️⃣decimals: 2, 5️⃣format: {}}
                d: {kind: color, 6️⃣gap: 3}
                e: {kind: integer, 7️⃣pattern: x}
                """),
            [
                "1️⃣ error: min does not fit a toggle: it is for number, integer and range",
                "2️⃣ error: options does not fit a toggle: it is for choice",
                "3️⃣ error: words does not fit a number: it is for toggle; words for values belong in format",
                "4️⃣ error: decimals does not fit a text: it is for number, integer and range",
                "5️⃣ error: format does not fit a text: it is for number, integer and range",
                "6️⃣ error: gap does not fit a color: it is for range",
                "7️⃣ error: pattern does not fit an integer: it is for text",
            ])
    }

    @Test("-inf is only the bottom of an audio taper")
    func silence() {
        let rule = "error: min -inf is only for taper: audio, whose fader ends in silence"
        expect(
            parameters(
                """
                a: {min: 1️⃣-inf, max: 6}
                b: {min: 2️⃣-.inf, max: 6, taper: log}
                c: {kind: integer, min: 3️⃣-inf, max: 6, taper: audio}
                d: {min: -inf, max: -90, taper: 4️⃣audio}
                e: {min: -inf, max: 60, taper: 5️⃣audio}
                f: {min: -70, max: 6, taper: audio, default: 6️⃣-inf}
                g: {min: -inf, taper: 7️⃣audoi}
                h: {kind: range, min: -inf, max: 6, taper: audio, gap: 8️⃣3}
                i: {max: 9️⃣-inf}
                """),
            [
                "1️⃣ \(rule)", "2️⃣ \(rule)", "3️⃣ error: min -inf is not a whole number",
                "4️⃣ error: with min -inf an audio taper needs a max above -90 and at most 50 dB, found -90",
                "5️⃣ error: with min -inf an audio taper needs a max above -90 and at most 50 dB, found 60",
                "6️⃣ error: default must be a finite number, found \"-inf\"",
                "7️⃣ error: taper must be one of linear, log, audio; found \"audoi\"; did you mean \"audio\"?",
                "8️⃣ error: a gap cannot be kept from min -inf; give a finite min",
                "9️⃣ error: max must be a finite number, found \"-inf\"",
            ])
    }

    @Test("an integer is whole in everything")
    func integers() {
        expect(
            parameters(
                """
                a: {kind: integer, min: 1️⃣0.5, max: 2️⃣9.5}
                b: {kind: integer, max: 10, default: 3️⃣1.5, step: 4️⃣0.5, decimals: 5️⃣1}
                c: {kind: integer, max: 10, step: 6️⃣0, fine-step: 7️⃣0.1, big-step: 8️⃣2.5}
                d: {kind: integer, min: 9️⃣-1e16, max: 10}
                """),
            [
                "1️⃣ error: min of an integer must be a whole number, found \"0.5\"",
                "2️⃣ error: max of an integer must be a whole number, found \"9.5\"",
                "3️⃣ error: default of an integer must be a whole number, found \"1.5\"",
                "4️⃣ error: step of an integer must be a whole number from 1, found \"0.5\"",
                "5️⃣ error: an integer has no decimals, found \"1\"",
                "6️⃣ error: step of an integer must be a whole number from 1, found \"0\"",
                "7️⃣ error: fine-step of an integer must be a whole number from 1, found \"0.1\"",
                "8️⃣ error: big-step of an integer must be a whole number from 1, found \"2.5\"",
                "9️⃣ error: min of an integer must lie within ±2^53, found \"-1e16\"",
            ])
    }

    @Test("the range of an integer is as wide as its steps can be counted")
    func widestIntegers() {
        expect(
            parameters(
                """
                a: {kind: integer, min: 1️⃣-9007199254740991, max: 9007199254740991}
                b: {kind: integer, min: -4503599627370496, max: 4503599627370496}
                """),
            ["1️⃣ error: the range from min to max of an integer may be at most 2^53 wide, so that its steps can be counted"])
    }

    @Test("big and fine steps must fit into the range")
    func steps() {
        expect(
            parameters("a: {big-step: 1️⃣2, fine-step: 2️⃣0}\nb: {big-step: 3️⃣-1, fine-step: 4️⃣1e-12}"),
            [
                "1️⃣ error: big-step 2 is larger than the range from min to max", "2️⃣ error: fine-step must be above 0",
                "3️⃣ error: big-step must be above 0", "4️⃣ error: fine-step 1e-12 is too small for the range",
            ])
    }

    @Test("a toggle has two words that can be distinguished")
    func toggles() {
        expect(
            parameters(
                """
                a: {kind: toggle, words: 1️⃣[open]}
                b: {kind: toggle, words: [open, 2️⃣Open]}
                c: {kind: toggle, words: [3️⃣on, 4️⃣off]}
                d: {kind: toggle, words: 5️⃣{off: open}}
                e: {kind: toggle, words: [open, 6️⃣5]}
                f: {kind: toggle, words: [open, 7️⃣" x"]}
                g: {kind: toggle, default: 8️⃣ofn}
                h: {kind: toggle, words: [open, muted], default: 9️⃣[open]}
                """),
            [
                "1️⃣ error: expected two words [OFF, ON], found a list of another length",
                "2️⃣ error: off and on have the same word \"Open\"",
                "3️⃣ error: the word \"on\" cannot stand for off: when typed, it already means something else",
                "4️⃣ error: the word \"off\" cannot stand for on: when typed, it already means something else",
                "5️⃣ error: expected two words [OFF, ON], found a block of keys",
                "6️⃣ error: the word \"5\" cannot stand for on: when typed, it already means something else",
                "7️⃣ error: the word for on begins or ends with a space",
                "8️⃣ error: default must be off or on, or true or false; found \"ofn\"; did you mean \"off\"?",
                "9️⃣ error: expected open or muted, found a list",
            ])
    }

    @Test("a choice has options with ids and labels that can be distinguished")
    func choices() {
        expect(
            parameters(
                """
                1️⃣a: {kind: choice}
                b: {kind: choice, options: 2️⃣[one]}
                c: {kind: choice, options: [one, 3️⃣One, 4️⃣{id: two, label: one}]}
                d: {kind: choice, options: [one, 5️⃣{label: Two}, {id: three, 6️⃣lable: Three}]}
                e: {kind: choice, options: [one, 7️⃣two words]}
                f: {kind: choice, options: 8️⃣one}
                g: {kind: choice, options: [one, 9️⃣[two]]}
                """),
            [
                "1️⃣ error: a choice needs options: [one, two]",
                "2️⃣ error: a choice has 2…1024 options, found 1",
                "3️⃣ error: two options are called \"One\"", "4️⃣ error: two options are called \"one\"",
                "5️⃣ error: an option needs an id: {id: tails, label: Tails up}",
                "6️⃣ error: unknown key \"lable\" in an option; did you mean \"label\"?",
                "7️⃣ error: \"two words\" cannot be the id of an option: letters, digits, \"_\", \"-\" and \".\", beginning with a letter or "
                    + "digit; write others as {id: …, label: …}; did you mean \"two-words\"?",
                "8️⃣ error: expected a list of options, found \"one\"",
                "9️⃣ error: expected the id of an option, found a list",
            ])
    }
}
