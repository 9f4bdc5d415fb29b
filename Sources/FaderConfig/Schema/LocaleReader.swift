internal import FaderCore
internal import FaderLocale

/// Reads `locale:`.
struct LocaleReader {
    let report: Report

    /// How the locale writes numbers; nil where there is no such locale, which is reported.
    func read(_ node: Node) -> NumberSymbols? {
        guard let name = report.word(node, "a locale such as sv_SE", limit: Limits.label) else { return nil }
        if let symbols = Locales.symbols(for: name) { return symbols }
        let message = "there is no locale \"\(name.forDisplay)\""
        // Where the language is known it is the country that is wrong: another language with a like name would be no help.
        if let usual = Locales.usual(for: name) {
            report.error(node.place, message, suggestion: usual)
        } else {
            report.error(node.place, message, instead: name, of: Locales.identifiers)
        }
        return nil
    }
}
