internal import FaderLocale
internal import FaderValues

struct TextReader {
    let keys: KeyReader
    private var report: Report { keys.report }

    /// Texts are stored elsewhere and referred to by number. No number is above this, so none is clamped.
    private static let highestNumber = 0x1p52

    func read(_ fields: Fields, _ start: ParameterSpec, at location: Location) -> ParameterSpec {
        let errors = report.errors
        var rule = TextRule()
        if let node = fields["max-length"], let length = keys.maximumLength(node) {
            rule.maximumLength = length
        }
        if let node = fields["pattern"], let pattern = PatternReader(report: report).read(node) { rule.pattern = pattern }
        if let node = fields["default"], let text = report.text(node, "the default", limit: Limits.text) { rule.defaultText = text }
        let isWhole = report.errors == errors && fields.values.allSatisfy { !$0.value.isUnusable }
        if isWhole { checkDefault(rule, at: fields["default"]?.location, or: location) }
        var spec = start
        (spec.kind, spec.maximum, spec.decimals) = (.text(rule), Self.highestNumber, 0)
        return spec
    }

    private func checkDefault(_ rule: TextRule, at given: Location?, or location: Location) {
        do throws(RefusedValue) {
            try rule.accept(rule.defaultText)
        } catch {
            if let given {
                report.error(given, "the default does not fit: \(error.description.forMessage)")
            } else {
                report.error(location, "the pattern does not take an empty text, so a default is needed")
            }
        }
    }
}

struct PatternReader {
    let report: Report

    /// Nil if it is invalid or there is no ICU: texts that nobody can check must not be stored.
    func read(_ node: Node) -> TextPattern? {
        guard let source = report.word(node, "a regular expression", limit: Limits.pattern) else { return nil }
        if let missing = Locales.missing {
            return report.error(node.location, "a pattern needs ICU to check texts with it; leave it out, or install ICU: \(missing)")
        }
        do {
            return try TextPattern(regularExpression: source)
        } catch {
            return report.error(node.location, "\(node.described) is not a valid regular expression: \(error.description.forMessage)")
        }
    }
}
