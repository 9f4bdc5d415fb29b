import FaderLocale
import Testing

@Suite("Currencies")
struct CurrencyTests {
    @Test("a currency has the symbol that is used in a locale, and its decimals")
    func symbols() {
        #expect(Currency(code: "SEK", locale: "sv_SE")?.symbol == "kr")
        #expect(Currency(code: "SEK", locale: "")?.symbol == "SEK")
        #expect(Currency(code: "USD", locale: "en_US")?.symbol == "$")
        #expect(Currency(code: "USD", locale: "sv_SE")?.symbol == "US$")
        #expect(Currency(code: "EUR", locale: "")?.symbol == "€")
        #expect(["EUR", "JPY", "KWD"].map { Currency(code: $0, locale: "")?.decimals } == [2, 0, 3])
    }

    @Test("a country has a currency, a language has none")
    func countries() {
        #expect(["sv_SE", "de_DE", "de_CH", "hi_IN", "ar_EG"].map { Currency(ofLocale: $0)?.code } == ["SEK", "EUR", "CHF", "INR", "EGP"])
        #expect(Currency(ofLocale: "sv") == nil)
        #expect(Currency(ofLocale: "") == nil)
    }

    @Test("unknown currency codes are refused", arguments: ["", "sek", "DEM", "XXQ", "EURO", "local"])
    func unknown(code: String) {
        #expect(Currency(code: code, locale: "sv_SE") == nil)
    }

    @Test("every code listed as known is accepted")
    func codes() {
        #expect(Currency.codes.count > 100)
        #expect(Currency.codes.allSatisfy { Currency(code: $0, locale: "en_US") != nil })
    }
}
