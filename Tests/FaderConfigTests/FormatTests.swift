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

    @Test("invalid keys and values of a format are reported")
    func forms() {
        expect(
            parameters(
                """
                a: {format: {1️⃣sufix: x, sign: 2️⃣plus, grouping: 3️⃣yes}}
                b: {format: 4️⃣plain}
                c: {format: {words: 5️⃣[off]}}
                d: {format: {words: {6️⃣low: off, 7️⃣"0,5": half, 0: 8️⃣}}}
                e: {format: {words: {9️⃣2: two}}}
                """),
            [
                "1️⃣ error: unknown key \"sufix\" in a format; did you mean \"suffix\"?",
                "2️⃣ error: sign must be one of auto, always; found \"plus\"",
                "3️⃣ error: grouping must be true or false, found \"yes\"; did you mean \"true\"?",
                "4️⃣ error: expected the keys of a format, found \"plain\"",
                "5️⃣ error: expected the keys of the words for values, found a list",
                "6️⃣ error: expected a number, -inf, min, middle or max before a word, found \"low\"",
                "7️⃣ error: expected a number, -inf, min, middle or max before a word, found \"0,5\"; did you mean \"0.5\"?",
                "8️⃣ error: expected the word for 0, found nothing", "9️⃣ error: 2 has a word but is outside the range 0…1",
            ])
    }

    @Test("words that cannot be distinguished are refused")
    func words() {
        expect(
            parameters(
                """
                a: {max: 10, format: {words: {0: 1️⃣5}}}
                b: {max: 10, format: {words: {0: off, 10: 2️⃣Off}}}
                c: {min: -10, max: 10, format: {words: {0: C, 3️⃣middle: mid}}}
                d: {max: 10, format: {words: {0: 4️⃣max}}}
                e: {max: 10, format: {words: {0: 5️⃣inf}}}
                f: {max: 10, unit: s, format: {words: {0: 6️⃣3 ms}}}
                g: {max: 10, format: {words: {10: max, 0: 7️⃣" - "}}}
                h: {max: 10, format: {words: {0: "1,5", 3: next}}}
                """),
            [
                "1️⃣ error: the word \"5\" could be mistaken for a number", "2️⃣ error: two values have the word \"Off\"",
                "3️⃣ error: 0 and middle are the same value", "4️⃣ error: the word \"max\" could be mistaken for a number",
                "5️⃣ error: the word \"inf\" could be mistaken for a number",
                "6️⃣ error: the word \"3 ms\" could be mistaken for a number",
                "7️⃣ error: the word for 0 begins or ends with a space",
            ])
        expect(
            "version: 1\nlocale: sv_SE\nparameters: {a: {max: 10, format: {words: {0: 1️⃣\"1,5\"}}}}\n",
            ["1️⃣ error: the word \"1,5\" could be mistaken for a number"])
    }

    @Test("a prefix, suffix or sign that could be a part of the number is refused")
    func ambiguousParts() {
        expect(
            parameters(
                """
                a: {format: {prefix: 1️⃣"1", suffix: 2️⃣"0"}}
                b: {format: {prefix: 3️⃣"x-", suffix: 4️⃣".5"}}
                c: {format: {negative: 5️⃣"+", positive: 6️⃣"-"}}
                d: {format: {negative: L, positive: 7️⃣l}}
                e: {format: {negative: 8️⃣"2"}}
                f: {format: {prefix: 9️⃣[x]}}
                """),
            [
                "1️⃣ error: the prefix \"1\" could be mistaken for part of the number: it contains digits",
                "2️⃣ error: the suffix \"0\" could be mistaken for part of the number: its first character could continue it",
                "3️⃣ error: the prefix \"x-\" could be mistaken for part of the number: it ends in \"-\"",
                "4️⃣ error: the suffix \".5\" could be mistaken for part of the number: its first character could continue it",
                "5️⃣ error: \"+\" cannot be the sign of negative numbers: it could be mistaken for part of a number",
                "6️⃣ error: \"-\" cannot be the sign of positive numbers: it could be mistaken for part of a number",
                "7️⃣ error: positive and negative numbers could not be told apart: both begin with \"l\"",
                "8️⃣ error: \"2\" cannot be the sign of negative numbers: it could be mistaken for part of a number",
                "9️⃣ error: expected the prefix, found a list",
            ])
    }

    @Test("a format is refused where what it shows would be read as something else")
    func untypeable() {
        expect(
            parameters(
                """
                a: {min: -10, max: 10, format: 1️⃣{negative: "+="}}
                b: {max: 10, format: 2️⃣{suffix: ","}}
                c: {max: 10, format: {suffix: ":00h"}}
                d: {max: 10, format: {suffix: k}}
                """),
            [
                "1️⃣ error: what is shown could not be typed: \"+=10.00\" would be taken for something else",
                "2️⃣ error: what is shown could not be typed: \"0.00,\" would be taken for something else",
            ])
        // With a Swedish blank between compounds, the suffix would be read as three more digits.
        expect(
            "version: 1\nlocale: sv_SE\nparameters:\n  a: {max: 10000, decimals: 0, format: 1️⃣{grouping: true, suffix: \" 000\"}}\n",
            ["1️⃣ error: what is shown could not be typed: \"2\u{A0}500 000\" would be taken for something else"])
    }

    @Test("an existing locale is accepted in any of the usual spellings", arguments: ["sv_SE", "sv-SE", "sv_SE.UTF-8"])
    func locales(name: String) throws {
        let symbols = try settings("version: 1\nlocale: \(name)\n").symbols
        #expect(symbols.decimal == ",")
        #expect(symbols.minus == "\u{2212}")
    }

    @Test("an unknown locale is reported with the one that was meant")
    func unknownLocale() {
        expect(
            "version: 1\nlocale: 1️⃣sv_SEE\n", ["1️⃣ error: there is no locale \"sv_SEE\"; did you mean \"sv_SE\"?"])
        expect("version: 1\nlocale: 1️⃣[sv]\n", ["1️⃣ error: expected a locale such as sv_SE, found a list"])
        expect("version: 1\nlocale: 1️⃣Klingon\n", ["1️⃣ error: there is no locale \"Klingon\""])
    }
}
