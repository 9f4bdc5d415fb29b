internal import FaderLocale
internal import FaderModel

/// Reads `pattern:`, a regular expression.
struct PatternReader {
    let report: Report

    /// The compiled pattern; nil if it is invalid, which is reported.
    func read(_ node: Node) -> TextPattern? {
        guard let source = report.word(node, "a regular expression", limit: Limits.pattern) else { return nil }
        do {
            return try TextPattern(regularExpression: source)
        } catch {
            report.error(node.place, "\(node.described) is no regular expression: \(error.description.forMessage)")
            return nil
        }
    }
}
