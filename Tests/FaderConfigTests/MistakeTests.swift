import FaderConfig
import FaderValues
import Testing

@Suite("Mistakes that people make in a config")
struct MistakeTests {
    @Test("what is not YAML is told with its place, and is the last error: nothing is guessed after it")
    func first() {
        expect(
            """
            version: 1
            parameters:
              a: {label: 1️⃣“A”}
              b:
                label: Master2️⃣: left
                mn: 3
              c: {max: x}
              d: {label: @}

            """,
            [
                "1️⃣ error: “ is a curly quote, which YAML takes for an ordinary letter; write \" or '",
                "2️⃣ error: \":\" is not expected here: put a text with \": \" in quotes, or look at the indentation",
            ])
    }

    @Test(
        "the first mistake is explained, whatever it is",
        arguments: [
            ("a: {label: 1️⃣\"Gain}\nb: {label: \"C\"}", "the quote that opens here is not closed on its line"),
            ("a: {max: 1, [1️⃣}: 3", "not YAML: did not find expected node content while parsing a flow node"),
            ("a:\n  1️⃣label \"X\"\n  min: 0", "\":\" and a space are missing after this key"),
            ("a: {label: 1️⃣@}", "a text that begins with \"@\" must be in quotes"),
            ("a: {}\n 1️⃣b: {}", "this does not fit the block that begins on line 3: look at the indentation"),
        ])
    func explained(lines: String, message: String) { expect(parameters(lines), ["1️⃣ error: \(message)"]) }

    @Test("an unquoted color in braces is explained, and so is another comment that hides a brace")
    func comments() {
        let color = "without them YAML takes the rest of the line for a comment"
        expect(parameters("a: {kind: color, default: 1️⃣#ff8800}"), ["1️⃣ error: a color must be in quotes, \"#ff8800\": \(color)"])
        expect(parameters("a: {kind: color, default: 1️⃣#F80, label: x}"), ["1️⃣ error: a color must be in quotes, \"#F80\": \(color)"])
        expect(
            parameters("a: {min: 0, max: 1 1️⃣# one }\nb: {mn: 1}"),
            ["1️⃣ error: a comment begins here and hides the closing brace or bracket; put a text with \"#\" in quotes"])
    }

    @Test("a colon without a space is explained, in braces and outside")
    func missingSpace() {
        let message = "a space is missing after the colon: write \"min: 0\""
        expect(
            parameters("a: {1️⃣min:0, max: 5}\nb:\n  2️⃣min:0\n  max:1"),
            ["1️⃣ error: \(message)", "2️⃣ error: expected the keys of a parameter, found \"min:0 max:1\"; \(message)"])
        expect(parameters("c:\n  1️⃣min:0\n  max: 1"), ["1️⃣ error: \(message)"])
        #expect((try? configuration(parameters("a: {label: 1:30}\n"))) != nil)
    }

    @Test("parameters cannot be nested, and a mapping to a nested one is not a second error")
    func nested() {
        expect(
            "version: 1\nparameters:\n  synth:\n    1️⃣cutoff: {min: 20, max: 30}\nsurfaces:\n  s:\n    match: X\n"
                + "    controls: {fader.1: {input: cc 1 ch 1}}\n    map: {fader.1: synth.cutoff}\n",
            ["1️⃣ error: parameters cannot be nested: write \"synth.cutoff:\" beside \"synth:\""])
    }

    @Test("merge keys are explained")
    func mergeKeys() {
        expect(
            parameters("a: {1️⃣<<: *base, max: 3}\nb:\n  2️⃣<<: {min: 0}\n  max: 3"),
            ["1️⃣", "2️⃣"].map {
                "\($0) error: merge keys (\"<<\") are not supported; put keys that several parameters share into a type, under types:"
            })
    }

    @Test("curly quotes and non-ASCII blanks are explained")
    func lookAlikes() {
        let quote = "“ is a curly quote, which YAML takes for an ordinary letter; write \" or '"
        let blank = "U+00A0 is not an ordinary space, and YAML takes it for a letter; write an ordinary space"
        expect(
            parameters("a: {label: 1️⃣“Master”}\n2️⃣“b”: {max: 3️⃣\u{A0}3}\n4️⃣\u{A0}c: {}\nd:\n  min:5️⃣\u{A0}0\n  max: 1"),
            ["1️⃣ error: \(quote)", "2️⃣ error: \(quote)", "3️⃣ error: \(blank)", "4️⃣ error: \(blank)", "5️⃣ error: \(blank)"])
        #expect((try? configuration(parameters("a: {label: \"“Master”\", unit: 1\u{A0}€x}\nb: {label: Marcus’ fader}"))) != nil)
    }

    @Test("numbers in other notations, and in quotes, are reported with the right spelling")
    func numbers() {
        expect(
            parameters("a: {min: 1️⃣0x20, max: 2️⃣1_000}\nb: {max: 3️⃣'5', decimals: 4️⃣0b11}\nc: {min: 5️⃣-0x1F, default: 6️⃣0,5 }"),
            [
                "1️⃣ error: expected a number for min, found \"0x20\"; write 32",
                "2️⃣ error: expected a number for max, found \"1_000\"; write 1000",
                "3️⃣ error: expected a number for max, found \"5\" in quotes; write 5 without quotes",
                "4️⃣ error: expected a number for decimals, found \"0b11\"; write 3",
                "5️⃣ error: expected a number for min, found \"-0x1F\"; write -31",
                "5:30 error: unknown key \"5\" in a parameter; a number is written with a point, not a comma",
            ])
    }

    @Test("a control number beyond the last is reported with the existing ones")
    func controlsThereAre() {
        let eight = (1...8).map { "fader.\($0): {input: cc \($0) ch 1}" }.joined(separator: "\n")
        expect(
            controls(eight, map: "{1️⃣fader.9: a, 2️⃣fadr.1: a}"),
            [
                "1️⃣ error: the surface s has no control \"fader.9\": it has fader.1 … fader.8",
                "2️⃣ error: the surface s has no control \"fadr.1\"; did you mean \"fader.1\"?",
            ])
    }

    @Test("an unknown locale is reported with one of the same language")
    func locales() {
        expect("version: 1\nlocale: 1️⃣sv_XX\n", ["1️⃣ error: there is no locale \"sv_XX\"; did you mean \"sv_SE\"?"])
        expect("version: 1\nlocale: 1️⃣sv_SX\n", ["1️⃣ error: there is no locale \"sv_SX\"; did you mean \"sv_SE\"?"])
    }
}
