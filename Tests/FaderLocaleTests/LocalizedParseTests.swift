import FaderLocale
import FaderTesting
import FaderValues
import Testing

@Suite("Typed numbers of a locale")
struct LocalizedParseTests {
    private let text = ValueText(ParameterSpec(id: "p", minimum: -1e9, maximum: 1e9, unit: "dB"))

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
}
