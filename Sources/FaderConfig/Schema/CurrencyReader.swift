internal import FaderLocale
internal import FaderValues

/// `currency:` sets the unit and the decimals of a price.
struct CurrencyReader {
    let report: Report
    let symbols: NumberSymbols

    struct Price {
        var unit = ""
        var decimals = 2
        /// What the currency is called; nil if neither the config nor its locale names one.
        var names: CurrencyNames?

        fileprivate init() {}

        /// Used without ICU, which knows the signs of currencies.
        fileprivate init(code: String) {
            unit = code
            names = CurrencyNames(code: code, signs: [])
        }

        fileprivate init(_ currency: Currency) {
            unit = currency.symbol
            decimals = currency.decimals
            names = CurrencyNames(code: currency.code, signs: [currency.symbol, currency.narrowSymbol].filter { $0 != currency.code })
        }
    }

    /// How prices of a currency are written; nil if there is no such currency.
    func read(_ node: Node) -> Price? {
        guard let code = report.word(node, "a currency such as EUR", limit: Limits.word) else { return nil }
        if code == "local" {
            return Currency(ofLocale: symbols.locale).map { Price($0) } ?? Price()
        }
        if let currency = Currency(code: code, locale: symbols.locale) { return Price(currency) }
        if code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), let missing = Locales.missing {
            report.warning(
                node.location,
                "the currency \(code) needs ICU; amounts are written with its code and two decimals, because \(missing)")
            return Price(code: code)
        }
        return report.error(
            node.location, "there is no currency \"\(code.forDisplay)\"; expected the three letters of ISO 4217, or local", instead: code,
            of: Currency.codes + ["local"])
    }
}
