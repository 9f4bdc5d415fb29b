import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("How values are written")
struct FormatTests {
    @Test("every key of a format reaches the parameter")
    func everyKey() throws {
        let read = try configuration(
            parameters(
                """
                a:
                  min: -inf
                  max: 10
                  taper: audio
                  format:
                    {prefix: "≈ ", suffix: " rel", sign: always, grouping: true, words: {-inf: off, 0: unity, middle: half, max: full}}
                b: {min: -50, max: 50, format: {negative: L, positive: R, words: {middle: C}}}
                """))
        #expect(
            read.parameters.first?.format
                == TextFormat(
                    prefix: "≈ ", suffix: " rel", showsPlus: true, isGrouped: true,
                    words: [
                        SpecialWord(-.infinity, "off"), SpecialWord(0, "unity"), SpecialWord(-10, "half"), SpecialWord(10, "full"),
                    ]))
        #expect(
            read.parameters.last?.format == TextFormat(negativeSign: "L", positiveSign: "R", words: [SpecialWord(0, "C")]))
    }

    @Test("an existing locale is accepted in any of the usual spellings", arguments: ["sv_SE", "sv-SE", "sv_SE.UTF-8"])
    func locales(name: String) throws {
        let symbols = try settings("version: 1\nlocale: \(name)\n").symbols
        #expect(symbols.decimal == ",")
        #expect(symbols.minus == "\u{2212}")
    }
}
