internal import FaderCore
internal import FaderLocale

/// Reads `locale:`.
struct LocaleReader {
    let report: Report

    /// How the locale writes numbers; nil where there is no such locale, which is reported.
    func read(_ node: Node) -> NumberSymbols? {
        guard let name = report.word(node, "a locale such as sv_SE", limit: Limits.label) else { return nil }
        if let symbols = Locales.symbols(for: name) { return symbols }
        report.error(node.place, "there is no locale \"\(name.forDisplay)\"", instead: name, of: Locales.identifiers)
        return nil
    }
}
