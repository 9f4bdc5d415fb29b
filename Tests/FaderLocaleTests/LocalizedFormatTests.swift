import FaderLocale
import FaderValues
import Testing

@Suite("Values written for a locale")
struct LocalizedFormatTests {
    private func shown(_ value: Double, _ locale: String, _ change: (inout ParameterSpec) -> Void = { _ in }) throws -> String {
        var spec = ParameterSpec(
            id: "p", minimum: -.infinity, maximum: 1e12, decimals: 1, unit: "dB", taper: .audio, format: TextFormat(isGrouped: true))
        change(&spec)
        return ValueText(spec).format(value, for: Viewer(symbols: try #require(Locales.symbols(for: locale))))
    }

    @Test(
        "numbers",
        arguments: [
            ("en_US", "-6.0 dB", "1,234,567.9 dB", "−∞ dB", "0.0 dB"),
            ("sv_SE", "−6,0 dB", "1\u{A0}234\u{A0}567,9 dB", "−∞ dB", "0,0 dB"),
            ("de_DE", "-6,0 dB", "1.234.567,9 dB", "−∞ dB", "0,0 dB"),
            ("fr_FR", "-6,0 dB", "1\u{202F}234\u{202F}567,9 dB", "−∞ dB", "0,0 dB"),
            ("de_CH", "-6.0 dB", "1’234’567.9 dB", "−∞ dB", "0.0 dB"),
            ("hi_IN", "-6.0 dB", "12,34,567.9 dB", "−∞ dB", "0.0 dB"),
            ("ar_EG", "\u{61C}-٦٫٠ dB", "١٬٢٣٤٬٥٦٧٫٩ dB", "\u{61C}-∞ dB", "٠٫٠ dB"),
        ])
    func numbers(locale: String, negative: String, large: String, silent: String, zero: String) throws {
        #expect(try shown(-6, locale) == negative)
        #expect(try shown(1_234_567.89, locale) == large)
        #expect(try shown(-.infinity, locale) == silent)
        #expect(try shown(-0.04, locale) == zero)
    }

    @Test(
        "groups begin where the locale begins them",
        arguments: [
            ("en_US", "999.0", "1,234.0", "12,345.0"), ("es_ES", "999,0", "1234,0", "12.345,0"),
            ("pl_PL", "999,0", "1234,0", "12\u{A0}345,0"),
            ("hi_IN", "999.0", "1,234.0", "12,345.0"), ("en_US_POSIX", "999.0", "1234.0", "12345.0"),
        ])
    func groups(locale: String, hundreds: String, thousands: String, tens: String) throws {
        #expect(try shown(999, locale) { $0.unit = "" } == hundreds)
        #expect(try shown(1234, locale) { $0.unit = "" } == thousands)
        #expect(try shown(12345, locale) { $0.unit = "" } == tens)
    }

    @Test("signs, affixes and decimals follow the locale")
    func details() throws {
        let symbols = try #require(Locales.symbols(for: "sv_SE"))
        let text = ValueText(
            ParameterSpec(
                id: "p", minimum: -9000, maximum: 9000, unit: "kr", format: TextFormat(prefix: "ca ", showsPlus: true, isGrouped: true)))
        #expect(text.format(1234.5, for: Viewer(symbols: symbols)) == "+ca 1\u{A0}234,50 kr")
        #expect(text.format(-1234.5, for: Viewer(symbols: symbols, decimals: 0)) == "−ca 1\u{A0}234 kr")
        #expect(text.edit(-1234.5, for: Viewer(symbols: symbols)) == "−1234,50")
        #expect(text.range(for: Viewer(symbols: symbols)) == "−ca 9\u{A0}000,00…+ca 9\u{A0}000,00 kr")
        let arabic = try #require(Locales.symbols(for: "ar_EG"))
        #expect(text.format(.nan, for: Viewer(symbols: arabic)).hasPrefix(arabic.notANumber))
    }

    @Test("0 to 15 decimals are the digits of the exact binary value in any script", arguments: 0...15)
    func decimals(count: Int) throws {
        let symbols = try #require(Locales.symbols(for: "ar_EG"))
        let text = ValueText(ParameterSpec(id: "p")).edit(0.1, for: Viewer(symbols: symbols, decimals: count))
        let expected = count == 0 ? "٠" : "٠٫" + "١٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠".prefix(count)
        // The decimals of the double nearest to 0.1 are zeros up to the sixteenth.
        #expect(text == expected)
    }

    @Test("numbers in a message are written in the reader's locale")
    func messages() throws {
        let viewer = Viewer(symbols: try #require(Locales.symbols(for: "sv_SE")))
        let text = ValueText(
            ParameterSpec(id: "p", minimum: -70, maximum: 6, defaultValue: -12, decimals: 1, unit: "dB", outOfRange: .reject))
        let outOfRange = #expect(throws: RefusedValue.self) { try text.parse("-1234,5", current: 0, for: viewer) }
        #expect(
            outOfRange?.description == "−1234,5 is out of range; expected a number in −70,0…6,0 dB, for example \"−12,0 dB\"")
        let infinite = #expect(throws: RefusedValue.self) { try text.parse("-1/0", current: 0, for: viewer) }
        #expect(infinite?.reason == .divisionByZero("−∞"))
        let arabicSymbols = try #require(Locales.symbols(for: "ar_EG"))
        let arabic = Viewer(symbols: arabicSymbols)
        let noNumber = #expect(throws: RefusedValue.self) { try text.parse("0/0", current: 0, for: arabic) }
        #expect(noNumber?.reason == .divisionByZero(arabicSymbols.notANumber))
        #expect(noNumber?.example == "\u{61C}-١٢٫٠ dB")
        #expect(text.clampNotice(6, for: arabic) == "clamped to ٦٫٠ dB (range \u{61C}-٧٠٫٠…٦٫٠ dB)")
    }
}
