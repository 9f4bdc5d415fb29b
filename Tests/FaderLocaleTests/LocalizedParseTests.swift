import FaderLocale
import FaderTesting
import FaderValues
import Testing

@Suite("Typed numbers of a locale")
struct LocalizedParseTests {
    private let text = ValueText(ParameterSpec(id: "p", minimum: -1e9, maximum: 1e9, unit: "dB"))

    private func viewer(_ locale: String) throws -> Viewer { Viewer(symbols: try #require(Locales.symbols(for: locale))) }

    struct Row: Sendable, CustomTestStringConvertible {
        let locale: String
        let typed: [(String, Double)]
        let refused: [String]
        var testDescription: String { locale }

        init(_ locale: String, _ typed: [(String, Double)], refused: [String]) {
            self.locale = locale
            self.typed = typed
            self.refused = refused
        }
    }

    static let rows = [
        Row(
            "en_US", [("1,234.5", 1234.5), ("1234.5", 1234.5), ("1,234,567", 1_234_567), (".5", 0.5), ("1.234", 1.234), ("1,234", 1234)],
            refused: ["1,5", "12,34", "1,2345", "1.234,5", "0,125", ",5", "1,,234", "1 234", "1,234,", "1.2,345", "1234,567"]),
        Row(
            "sv_SE",
            [
                ("1,5", 1.5), ("1.5", 1.5), ("1.234", 1.234), ("1 234,5", 1234.5), ("1\u{A0}234,5", 1234.5), ("1\u{202F}234.5", 1234.5),
                ("−6,5", -6.5), ("-6,5 dB", -6.5), ("1 234 567", 1_234_567), ("12 6 + 2 /", 9), ("500 250 -", 250), ("1 234 1 -", 1233),
                ("2 100 200 + *", 600), ("1 234 dB", 1234), ("(1 000-1,5)/2", 499.25), ("+=1 000", 1007), (",5", 0.5), ("6,", 6),
                ("1,5e3", 1500), ("2,5k", 2500),
            ],
            refused: ["1 23", "12 34 567", "1,2,3", "1.234,5", "1,5.2", "1  234", "0 125", "1 2345", "1\n234", "1\t234"]),
        Row(
            "de_DE",
            [
                ("1.5", 1.5), ("1.234", 1234), ("0.125", 0.125), ("1,5", 1.5), ("1.234,5", 1234.5), ("12.345.678", 12_345_678),
                ("1234.567", 1234.567), ("1.2345", 1.2345), (".125", 0.125), ("-1.234", -1234), ("1.234e0", 1234), ("1.5 dB", 1.5),
                ("6.", 6),
                ("1.000/4", 250), ("00.125", 0.125),
            ],
            refused: ["1.23,5", "1.2.3", "1,5.5", "1.234.56", "1,234,567", "0.125.000", "1.234.", "1 234", "1234.567,8"]),
        Row(
            "fr_FR",
            [
                ("1\u{202F}234,5", 1234.5), ("1 234,5", 1234.5), ("1\u{A0}234,5", 1234.5), ("1,5", 1.5), ("1.5", 1.5), ("1.234", 1.234),
                ("12 345 678", 12_345_678), ("-6,0 dB", -6), ("100 200 300 + +", 600),
            ],
            refused: ["1\u{202F}23", "1,234.5", "1'234"]),
        Row(
            "de_CH",
            [
                ("1’234.5", 1234.5), ("1'234.5", 1234.5), ("1'234’567", 1_234_567), ("1.234", 1.234), ("1234.5", 1234.5), ("0.125", 0.125),
            ],
            refused: ["1,5", "1’23", "1 234", "’234", "1.5’000"]),
        Row(
            "hi_IN",
            [("12,34,567.5", 1_234_567.5), ("1,234", 1234), ("12,345", 12345), ("1,23,456", 123_456), ("1234567", 1_234_567)],
            refused: ["1,234,567", "123,456", "12,34", "1,5"]),
        Row(
            "ar_EG",
            [
                ("١٬٢٣٤٫٥", 1234.5), ("1234.5", 1234.5), ("١٢٣٤.٥", 1234.5), ("\u{61C}-٦٫٠", -6), ("-٦", -6), ("−6", -6), ("-6.0 dB", -6),
                ("\u{200F}٦\u{200F}", 6), ("١٢ ٦ + ٢ /", 9), ("(-١٢+٦)/٢", -3), ("٥٠٪", 0), ("1٬234", 1234), ("١٢3", 123), ("\u{61C}+٣", 3),
            ],
            refused: ["١٬٢٣", "1,234", "١،٥", "٦-", "١٫٢٫٣", "۶"]),
        Row("es_ES", [("1.234", 1234), ("1234", 1234), ("1,5", 1.5), ("12.345,5", 12345.5)], refused: ["1.23,4"]),
        Row("fa_IR", [("\u{200E}−۶٫۵", -6.5), ("۱٬۲۳۴", 1234), ("-6.5", -6.5)], refused: ["٦"]),
    ]

    @Test("accepted texts", arguments: rows)
    func typed(_ row: Row) throws {
        let viewer = try viewer(row.locale)
        for (typed, value) in row.typed {
            #expect(try text.parse(typed, current: 7, for: viewer).value == value, "\(typed)")
        }
    }

    @Test(
        "a separator of another locale is refused, with the whole number in the right spelling",
        arguments: ["de_CH", "ar_EG", "fa_IR", "hi_IN"])
    func advice(locale: String) throws {
        let viewer = try viewer(locale)
        let refusal = #expect(throws: RefusedValue.self) { try text.parse("-6,5", current: 7, for: viewer) }
        #expect(refusal?.description.contains("\"6,5\" at character 2 is not written as a number here; write 6") == true)
    }

    @Test("refused texts, with an example that is accepted", arguments: rows)
    func refused(_ row: Row) throws {
        let viewer = try viewer(row.locale)
        for typed in row.refused {
            let refusal = #expect(throws: RefusedValue.self, "\(typed)") { try text.parse(typed, current: 7, for: viewer) }
            let example = try #require(refusal?.example)
            #expect(try text.parse(example, current: 7, for: viewer).value == 0)
            #expect(refusal?.description.hasSuffix("for example \"\(example)\"") == true)
        }
    }

    @Test(
        "if three decimals are shown, one dot before three digits is ambiguous",
        arguments: [
            ("1.234", true), ("-12.345 dB", true), ("1.234 + 1", true), ("1.234,5", false), ("1.234.567", false), ("0.125", false),
            ("1.5", false), ("1234.567", false),
        ])
    func twoReadings(typed: String, isRefused: Bool) throws {
        let german = Viewer(symbols: try #require(Locales.symbols(for: "de_DE")), decimals: 3)
        guard isRefused else {
            _ = try text.parse(typed, current: 0, for: german)
            return
        }
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 0, for: german) }
        #expect(refusal?.description.contains("could be ") == true && refusal?.description.contains(" or ") == true)
        if typed == "1.234" { #expect(refusal?.reason == .ambiguous("1.234", ["1,234", "1234"])) }
        #expect(try text.parse("1.234", current: 0, for: Viewer(symbols: german.symbols)).value == 1234)
    }

    @Test("infinity and not-a-number are recognized by the locale's names", arguments: ["ar_EG", "fi_FI", "ru_RU", "en_US", "ka_GE"])
    func notFinite(locale: String) throws {
        let symbols = try #require(Locales.symbols(for: locale))
        for typed in [symbols.infinity, symbols.notANumber, symbols.minus + symbols.infinity] {
            let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 7, for: Viewer(symbols: symbols)) }
            guard case .notFinite = refusal?.reason else {
                Issue.record("\(locale): \(typed) is \(String(describing: refusal?.reason))")
                continue
            }
        }
    }

    @Test("a range of a locale with decimal commas")
    func range() throws {
        let part = ParameterSpec(
            id: "p", minimum: 0, maximum: 10_000, defaultValue: 5, decimals: 1, unit: "kr", format: TextFormat(isGrouped: true))
        let compound = CompoundText(CompoundSpec(id: "r", kind: .range(gap: 0.5, meet: .stop), parts: [0, 1]), parts: [part, part])
        let viewer = try viewer("sv_SE")
        #expect(compound.format([1000, 2000.5], for: viewer) == "1\u{A0}000,0…2\u{A0}000,5 kr")
        #expect(compound.edit([1000, 2000.5], for: viewer) == "1000,0..2000,5")
        for typed in ["1 000..2 000,5", "1\u{A0}000,0…2\u{A0}000,5 kr", "1000 - 2000,5", "1000,0..2000,5"] {
            #expect(try compound.parse(typed, current: [0, 1], for: viewer).values == [1000, 2000.5], "\(typed)")
        }
        let refusal = #expect(throws: RefusedValue.self) { try compound.parse("2,5..1,5", current: [0, 1], for: viewer) }
        #expect(refusal?.example == "1,5…2,5")
    }
}
