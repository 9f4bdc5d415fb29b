internal import FaderLocale
internal import FaderValues

struct LocaleReader {
    let report: Report

    /// Nil if there is no such locale. Without ICU, numbers are written as in the C locale. Both are reported.
    func read(_ node: Node) -> NumberSymbols? {
        guard let name = report.word(node, "a locale such as sv_SE", limit: Limits.label) else { return nil }
        if let symbols = Locales.symbols(for: name) {
            if !Locales.isPlain(name), let missing = Locales.missing {
                report.warning(node.location, "the locale \(name.forDisplay) needs ICU; numbers are written plainly, because \(missing)")
            }
            return symbols
        }
        let message = "there is no locale \"\(name.forDisplay)\""
        // If the language is known, then the country is wrong, and suggesting another language with a similar name would not help.
        if let usual = Locales.usual(for: name) {
            report.error(node.location, message, suggestion: usual)
        } else {
            report.error(node.location, message, instead: name, of: Locales.identifiers)
        }
        return nil
    }
}
