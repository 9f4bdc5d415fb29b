import FaderConfig
import FaderModel
import Testing

@Suite("All errors in one run, even if a line is not YAML")
struct RecoveryTests {
    @Test("each unreadable entry is reported, and so are the errors in all others")
    func goesOn() {
        expect(
            """
            version: 1
            parameters:
              a:
                label: Master1️⃣: left
                2️⃣mn: 3
              b: {label: 3️⃣"Gain}
              c: {label: "C", 4️⃣mn: 3}
             5️⃣d: {}
              e: {max: 1, [6️⃣}: 3
              f: {max: 7️⃣x}
            surfaces:
              s:
                8️⃣match "X*"
                controls: {fader.1: {input: cc 1 ch 1}}
                map: {fader.1: 9️⃣nope}

            """,
            [
                "1️⃣ error: \":\" is not expected here: put a text with \": \" in quotes, or look at the indentation",
                "2️⃣ error: unknown key \"mn\" in a parameter; did you mean \"min\"?",
                "3️⃣ error: the quote that opens here is not closed on its line",
                "4️⃣ error: unknown key \"mn\" in a parameter; did you mean \"min\"?",
                "5️⃣ error: this does not fit the block that begins on line 1: look at the indentation",
                "6️⃣ error: not YAML: did not find expected node content while parsing a flow node",
                "7️⃣ error: expected a number for max, found \"x\"", "8️⃣ error: \":\" and a space are missing after this key",
                "9️⃣ error: there is no parameter \"nope\"",
            ])
    }

    @Test("if too much is not YAML, the report says that the rest was not checked")
    func stops() {
        let broken = (0..<300).map { "  p\($0): {min: [}\n" }.joined()
        let result = ConfigReader(profileDirectories: []).read(text: "version: 1\nparameters:\n\(broken)", name: "test")
        #expect(result.diagnostics.count == 202)
        #expect(result.diagnostics.last?.message.contains("the rest of the file was not checked") == true)
    }

    @Test("a reference to an unreadable entry is not a second error")
    func noFollowUps() {
        expect(
            """
            version: 1
            types:
              mine: {label: 1️⃣"X}
            parameters:
              a: {label: 2️⃣"Gain}
              b: {type: mine, label: "B"}
              price: {kind: range, 3️⃣]}
            surfaces:
              s:
                match: X
                controls:
                  fader.1: {input: "cc 1 ch 1", motor: 4️⃣@}
                  fader.2: {input: cc 2 ch 1}
                map: {fader.1: a, fader.2: price.nearest}

            """,
            [
                "1️⃣ error: the quote that opens here is not closed on its line",
                "2️⃣ error: the quote that opens here is not closed on its line",
                "3️⃣ error: not YAML: did not find expected node content while parsing a flow node",
                "4️⃣ error: a text that begins with \"@\" must be in quotes",
            ])
    }

    @Test("an unreadable value where a list is expected is not a second error")
    func noFollowUpsInLists() {
        expect(
            """
            version: 1
            parameters:
              a:
                taper:
                  points: 1️⃣@
                target:
                  osc: 127.0.0.1:9000
                  address: /a
                  range: 2️⃣@
              b:
                taper:
                  points:
                    - 3️⃣@
                    - [1, 1]
                target:
                  exec: 4️⃣@
            web:
              pages:
                main: 5️⃣@

            """,
            ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣"].map { "\($0) error: a text that begins with \"@\" must be in quotes" })
    }

    @Test("an unquoted color in braces is explained, and so is another comment that hides a brace")
    func comments() {
        expect(
            parameters(
                "a: {kind: color, default: 1️⃣#ff8800}\nb: {kind: color, default: 2️⃣#F80, label: x}\nc: {min: 0, max: 1 3️⃣# one }\nd: {mn: 1}"),
            [
                "1️⃣ error: a color must be in quotes, \"#ff8800\": without them YAML takes the rest of the line for a comment",
                "2️⃣ error: a color must be in quotes, \"#F80\": without them YAML takes the rest of the line for a comment",
                "3️⃣ error: a comment begins here and hides the closing brace or bracket; put a text with \"#\" in quotes",
                "6:7 error: unknown key \"mn\" in a parameter; did you mean \"min\"?",
            ])
    }

    @Test("a colon without a space is explained, in braces and outside")
    func missingSpace() {
        expect(
            parameters("a: {1️⃣min:0, max: 5}\nb:\n  2️⃣min:0\n  max:1\nc:\n  3️⃣min:0\n  max: 1"),
            ["1️⃣", "2️⃣", "3️⃣"].map { marker in
                let found = marker == "2️⃣" ? "expected the keys of a parameter, found \"min:0 max:1\"; " : ""
                return "\(marker) error: \(found)a space is missing after the colon: write \"min: 0\""
            })
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

    @Test("a file of nothing but errors is finished quickly")
    func end() {
        let text = "version: 1\nparameters:\n" + (0..<20_000).map { "  p\($0): {label: @}\n" }.joined()
        let clock = ContinuousClock()
        var told: [Diagnostic] = []
        #expect(clock.measure { told = read(text).diagnostics } < .seconds(60))
        #expect(told.count > 30)
        #expect(told.dropLast().allSatisfy { $0.message == "a text that begins with \"@\" must be in quotes" })
        #expect(told.last?.message.contains("the rest of the file was not checked") == true)
    }
}
