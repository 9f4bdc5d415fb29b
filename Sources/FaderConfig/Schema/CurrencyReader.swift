internal import FaderCore
internal import FaderLocale

/// Reads `currency:`, which says the unit and the decimals of a price.
struct CurrencyReader {
    let report: Report
    /// Whose words for currencies are used.
    let symbols: NumberSymbols

    /// What prices are in where neither the config nor its locale says so.
    private static let none = (unit: "", decimals: 2)

    /// The unit and decimals; nil where there is no such currency, which is reported.
    func read(_ node: Node) -> (unit: String, decimals: Int)? {
        guard let code = report.word(node, "a currency such as EUR", limit: Limits.word) else { return nil }
        if code == "local" {
            return Currency(ofLocale: symbols.locale).map { ($0.symbol, $0.decimals) } ?? Self.none
        }
        if let currency = Currency(code: code, locale: symbols.locale) { return (currency.symbol, currency.decimals) }
        report.error(
            node.place, "there is no currency \"\(code.forDisplay)\"; expected the three letters of ISO 4217, or local", instead: code,
            of: Currency.codes + ["local"])
        return nil
    }
}
