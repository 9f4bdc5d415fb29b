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
