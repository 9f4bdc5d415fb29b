import FaderConfig
import FaderConsole
import FaderTesting
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
        let text = String(decoding: try SystemFiles().contents(of: "\(TestFile.project)/\(file)", limit: 1 << 20), as: UTF8.self)
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
