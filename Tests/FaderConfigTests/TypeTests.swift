import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("Named value types")
struct TypeTests {
    /// The names of the types that come with faderd.
    private static let names = [
        "percent", "decibel", "gain", "frequency", "time", "tempo", "pan", "semitones", "angle", "midi", "price",
    ]

    @Test("every type that comes with faderd can be used as it is, as a number and as a range", arguments: names)
    func presets(name: String) throws {
        let read = try configuration(parameters("a: {type: \(name)}\nb: {type: \(name), kind: range}"))
        #expect(read.parameters.map(\.id) == ["a", "b.low", "b.high"])
        let text = ValueText(try #require(read.parameters.first))
        let value = try #require(read.parameters.first?.defaultValue)
        #expect(try text.parse(text.format(value), current: 0).value == value)
    }

    @Test("the manual and docs/kinds.md name the types that come with faderd", arguments: ["docs/kinds.md", "man/faderd.yaml.5"])
    func documented(file: String) throws {
        let root = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let text = String(decoding: try SystemFiles().contents(of: "\(root)/\(file)", limit: 1 << 20), as: UTF8.self)
        for name in Self.names { #expect(text.contains(file.hasSuffix(".md") ? "| `\(name)` |" : ".It Cm \(name)\n"), "\(name)") }
    }

    @Test("the values of common types")
    func common() throws {
        let read = try configuration(parameters("a: {type: percent}\nb: {type: decibel}\nc: {type: pan}\nd: {type: midi}"))
        #expect(
            read.parameters == [
                ParameterSpec(id: "a", minimum: 0, maximum: 100, decimals: 0, unit: "%"),
                ParameterSpec(id: "b", minimum: -.infinity, maximum: 10, decimals: 1, unit: "dB", taper: .audio),
                ParameterSpec(
                    id: "c", minimum: -100, maximum: 100, decimals: 0,
                    format: TextFormat(negativeSign: "L", positiveSign: "R", words: [SpecialWord(0, "C")])),
                ParameterSpec(id: "d", minimum: 0, maximum: 127, step: 1, decimals: 0, kind: .integer),
            ])
    }

    @Test("a parameter overrides its type key by key, and a format as well")
    func overriding() throws {
        let read = try configuration(
            parameters("a: {type: decibel, min: -70, max: 6, default: -12}\nb: {type: pan, format: {words: {0: mid}, positive: \"\"}}"))
        #expect(
            read.parameters == [
                ParameterSpec(id: "a", minimum: -70, maximum: 6, defaultValue: -12, decimals: 1, unit: "dB", taper: .audio),
                ParameterSpec(
                    id: "b", minimum: -100, maximum: 100, decimals: 0,
                    format: TextFormat(negativeSign: "L", words: [SpecialWord(0, "mid")])),
            ])
    }

    @Test("custom types can build on each other, and on a shipped type with the same name")
    func ownTypes() throws {
        let read = try configuration(
            """
            version: 1
            types:
              send: {type: level, max: 0}
              level: {type: decibel, min: -70, label: Level}
              percent: {type: percent, decimals: 1}
              switch: {kind: toggle, words: [away, here]}
            parameters:
              a: {type: send, label: A}
              b: {type: percent}
              c: {type: switch, default: here}
            """)
        #expect(
            read.parameters == [
                ParameterSpec(id: "a", label: "A", minimum: -70, maximum: 0, decimals: 1, unit: "dB", taper: .audio),
                ParameterSpec(id: "b", minimum: 0, maximum: 100, decimals: 1, unit: "%"),
                ParameterSpec(id: "c", defaultValue: 1, step: 1, decimals: 0, kind: .toggle(off: "away", on: "here")),
            ])
    }

    @Test("of unit and currency, the more specific one counts")
    func unitsAndCurrencies() throws {
        let read = try configuration(
            """
            version: 1
            types: {points: {type: price, unit: p}, euros: {type: decibel, min: 0, currency: EUR}}
            parameters:
              a: {type: points}
              b: {type: euros}
              c: {type: price, currency: JPY}
              d: {type: price, currency: EUR, decimals: 0}
              e: {type: price}
            """)
        #expect(read.parameters.map(\.unit) == ["p", "€", "JP¥", "€", ""])
        #expect(read.parameters.map(\.decimals) == [2, 2, 0, 0, 2])
        let swedish = try configuration("version: 1\nlocale: sv-SE\nparameters: {a: {type: price}, b: {type: price, currency: USD}}\n")
        #expect(swedish.parameters.map(\.unit) == ["kr", "US$"])
        expect(
            parameters("a: {currency: 1️⃣eur}\nb: {currency: 2️⃣euros}\nc: {currency: EUR, unit: 3️⃣kr}"),
            [
                "1️⃣ error: there is no currency \"eur\"; expected the three letters of ISO 4217, or local; did you mean \"EUR\"?",
                "2️⃣ error: there is no currency \"euros\"; expected the three letters of ISO 4217, or local",
                "3️⃣ error: give unit or currency, not both: both set the text after the number",
            ])
    }

    @Test("an unknown type is reported with the one that was meant")
    func unknown() {
        expect(
            "version: 1\ntypes: {mine: {}}\nparameters: {a: {type: 1️⃣percnt}, b: {type: 2️⃣mien}, c: {type: 3️⃣[x]}, d: {type: 4️⃣}}\n",
            [
                "1️⃣ error: there is no type \"percnt\"; did you mean \"percent\"?",
                "2️⃣ error: there is no type \"mien\"; did you mean \"mine\"?",
                "3️⃣ error: expected the name of a type, found a list", "4️⃣ error: expected the name of a type, found nothing",
            ])
    }

    @Test("circular types are reported once")
    func loops() {
        expect(
            "version: 1\ntypes:\n  a: {type: b}\n  b: {type: c}\n  c: {type: 1️⃣a}\n  d: {type: 2️⃣d}\nparameters: {p: {type: a}, q: {type: d}}\n",
            ["1️⃣ error: the type a builds on itself: a, b, c, a", "2️⃣ error: the type d builds on itself: d, d"])
    }

    @Test("an error in a type is reported once at the type, used or not")
    func wrongTypes() {
        expect(
            """
            version: 1
            types:
              a: {min: 1️⃣low, 2️⃣colour: red, decimals: 3️⃣16, taper: 4️⃣lgo, format: {5️⃣sufix: x}}
              b: {kind: toggle, 6️⃣min: 0}
              7️⃣"a b": {}
              c: 8️⃣[x]
            parameters:
              p: {type: a}
              q: {type: a, decimals: 3}
              r: {type: b}
              s: {type: c}
            """,
            [
                "1️⃣ error: expected a number for min, found \"low\"", "2️⃣ error: unknown key \"colour\" in a type; did you mean \"color\"?",
                "3️⃣ error: decimals must be a whole number 0…15, found \"16\"",
                "4️⃣ error: taper must be one of linear, log, audio; found \"lgo\"; did you mean \"log\"?",
                "5️⃣ error: unknown key \"sufix\" in a format; did you mean \"suffix\"?",
                "6️⃣ error: min does not fit a toggle: it is for number, integer and range",
                "7️⃣ error: \"a b\" cannot be the name of a type: letters, digits, \"_\", \"-\" and \".\", beginning with a letter or digit; "
                    + "did you mean \"a-b\"?",
                "8️⃣ error: expected the keys of a type, found a list",
            ])
    }

    @Test("a conflict with a type is reported where the type is named")
    func combinations() {
        expect(
            """
            version: 1
            types: {deep: {min: -5, default: -3}}
            parameters:
              a: {type: 1️⃣decibel, taper: linear}
              b: {type: 2️⃣deep, min: -2, max: 2}
              c: {type: 3️⃣percent, kind: toggle}
              d: {type: 4️⃣deep, max: -6}
              e: {type: percent, default: 5️⃣101}
              f: {type: 6️⃣frequency, kind: integer, max: 10}
            """,
            [
                "1️⃣ error: min -inf is only for taper: audio, whose fader ends in silence (as the type decibel has it)",
                "2️⃣ error: default -3 is outside the range -2…2 (as the type deep has it)",
                "3️⃣ error: min does not fit a toggle: it is for number, integer and range (as the type percent has it)",
                "4️⃣ error: min -5 is not below max -6 (as the type deep has it)",
                "5️⃣ error: default 101 is outside the range 0…100",
                "6️⃣ error: min 20 is not below max 10 (as the type frequency has it)",
            ])
    }

    @Test("the length of type chains, and the total size of types, are limited")
    func limits() {
        let chain = (0..<100).map { "  t\($0): {type: t\($0 + 1)}\n" }.joined() + "  t100: {}\n"
        #expect(
            read("version: 1\ntypes:\n" + chain).diagnostics.map(\.headline) == [
                "desk.yaml:66:15: error: more than 64 types build on each other"
            ])
        let options = (0..<1000).map { "o\($0)" }.joined(separator: ", ")
        let many = (0..<1100).map { "  p\($0): {type: big}\n" }.joined()
        let told = read("version: 1\ntypes: {big: {kind: choice, options: [\(options)]}}\nparameters:\n" + many).diagnostics
        #expect(told.first?.message == "with its types the file has more than 1000000 keys and values")
    }
}
