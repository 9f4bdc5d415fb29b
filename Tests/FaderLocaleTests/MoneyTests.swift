import FaderLocale
import FaderTesting
import FaderValues
import Testing

@Suite("Money as a locale writes it")
struct MoneyTests {
    private static func spec(_ code: String, in locale: String, decimals: Int = 2) throws -> ParameterSpec {
        let currency = try #require(Currency(code: code, locale: locale))
        var spec = ParameterSpec(id: "p", minimum: -1e6, maximum: 1e6, decimals: decimals, unit: currency.symbol)
        spec.currency = CurrencyNames(code: code, signs: [currency.symbol, currency.narrowSymbol])
        spec.format.isGrouped = true
        return spec
    }

    @Test(
        "sign, blank and currency are placed as in the locale",
        arguments: [
            ("en_US", "USD", "$1,234.50", "-$1,234.50"), ("sv_SE", "SEK", "1\u{A0}234,50\u{A0}kr", "−1\u{A0}234,50\u{A0}kr"),
            ("de_DE", "EUR", "1.234,50\u{A0}€", "-1.234,50\u{A0}€"), ("de_CH", "CHF", "CHF\u{A0}1’234.50", "CHF-1’234.50"),
            ("nl_NL", "EUR", "€\u{A0}1.234,50", "€\u{A0}-1.234,50"), ("en_GB", "SEK", "SEK\u{A0}1,234.50", "-SEK\u{A0}1,234.50"),
            ("en_US", "SEK", "SEK\u{A0}1,234.50", "-SEK\u{A0}1,234.50"),
            ("sv_SE", "USD", "1\u{A0}234,50\u{A0}US$", "−1\u{A0}234,50\u{A0}US$"),
            ("de_CH", "USD", "$\u{A0}1’234.50", "$-1’234.50"), ("de_CH", "SEK", "SEK\u{A0}1’234.50", "SEK-1’234.50"),
            ("ja_JP", "JPY", "￥1,234.50", "-￥1,234.50"), ("hi_IN", "INR", "₹1,234.50", "-₹1,234.50"),
        ])
    func written(locale: String, code: String, plain: String, negative: String) throws {
        let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
        let text = ValueText(try Self.spec(code, in: locale))
        #expect(text.format(1234.5, for: viewer) == plain)
        #expect(text.format(-1234.5, for: viewer) == negative)
        #expect(text.edit(1234.5, for: viewer).contains(code) == false)
    }

    @Test("without a locale the currency is placed like a unit")
    func plain() throws {
        let text = ValueText(try Self.spec("USD", in: ""))
        #expect(text.format(-12.5) == "-12.50 US$")
        for typed in ["$12.50", "US$12.50", "12.50 USD", "USD 12.50", "usd12.5", "12.50 US$", "12.50 $", "$ 12.50", "12.5"] {
            #expect(try text.parse(typed, current: 0).value == 12.5, "\(typed)")
        }
        for typed in ["-$12.50", "$-12.50", "$ −12.50", "–12.50 USD"] {
            #expect(try text.parse(typed, current: 0).value == -12.5, "\(typed)")
        }
        #expect(try text.parse("$10 + $2.50", current: 0).value == 12.5)
    }

    @Test(
        "another currency is refused in words",
        arguments: [
            ("12.50 EUR", "\"EUR\" at character 7"), ("€12.50", "\"€\" at character 1"), ("12.50 €", "\"€\" at character 7"),
            ("12 kr", "\"kr\" at character 4"),
        ])
    func other(typed: String, place: String) throws {
        let text = ValueText(try Self.spec("USD", in: ""))
        let refusal = #expect(throws: RefusedValue.self) { try text.parse(typed, current: 0) }
        #expect(refusal?.reason == .notA(typed, "a number", why: "\(place) is not the currency of this value, which is USD"))
    }

    @Test("a range has the currency in front of both ends, or behind both of them")
    func ranges() throws {
        for (locale, code, shown) in [("en_US", "USD", "$5.00…$10.00"), ("sv_SE", "SEK", "5,00…10,00\u{A0}kr")] {
            let part = try Self.spec(code, in: locale)
            let compound = CompoundText(CompoundSpec(id: "r", kind: .range(gap: 0, meet: .stop), parts: [0, 1]), parts: [part, part])
            let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
            #expect(compound.format([5, 10], for: viewer) == shown)
            #expect(try compound.parse(shown, current: [0, 1], for: viewer).values == [5, 10])
        }
    }

    @Test(
        "money with the format's own signs can be typed as any reader sees it",
        arguments: [
            "C", "en_US", "en_GB", "sv_SE", "de_DE", "de_AT", "de_CH", "fr_CH", "nl_NL", "nb_NO", "es_ES", "pt_BR", "ja_JP", "hi_IN",
            "ar_EG",
            "fa_IR", "he_IL", "tr_TR", "lt_LT", "sl_SI",
        ])
    func ownSigns(locale: String) throws {
        let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
        let signs: [(String?, String?)] = [("L", "R"), ("debit ", "credit "), ("▼", "▲"), ("S", "SE"), (nil, "R"), ("L", nil)]
        for code in ["EUR", "USD", "CHF", "JPY", "SEK"] {
            for (negative, positive) in signs {
                for (prefix, suffix) in [("", ""), ("ca ", " each")] {
                    var spec = try Self.spec(code, in: locale)
                    (spec.format.negativeSign, spec.format.positiveSign) = (negative, positive)
                    (spec.format.prefix, spec.format.suffix) = (prefix, suffix)
                    let text = ValueText(spec)
                    for value in [-1234.5, -0.25, 0, 0.25, 1234.5, 999_999] {
                        let shown = text.format(value, for: viewer)
                        let parsed = try? text.parse(shown, current: 1, for: viewer).value
                        #expect(parsed == value, "\(locale) \(code): \(shown)")
                    }
                }
            }
        }
    }

    @Test("what any locale shows of these currencies can be typed", arguments: ["EUR", "USD", "SEK", "CHF", "JPY", "EGP"])
    func roundTrip(code: String) throws {
        for locale in Locales.identifiers {
            let viewer = Viewer(symbols: try #require(Locales.symbols(for: locale)))
            let text = ValueText(try Self.spec(code, in: locale))
            for value in [-1234.5, 0.25, 0, 999_999] {
                let shown = text.format(value, for: viewer)
                let parsed = try? text.parse(shown, current: 1, for: viewer).value
                #expect(parsed == value, "\(locale): \(shown)")
            }
        }
    }
}
