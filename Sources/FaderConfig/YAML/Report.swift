package import FaderValues

/// The errors and warnings from one run over a config and its profiles.
///
/// A reader that returns nil or false for a wrong part of a file has reported the error here. Mostly it does both in one step: `error`
/// returns nil where a value is expected, and false where a Bool is.
package final class Report {
    private var collected: [(order: Int, diagnostic: Diagnostic)] = []
    private var suggester = Suggester()
    /// Where the secrets of each file are.
    private var secrets: [ObjectIdentifier: SecretPlaces] = [:]
    private var unlisted = 0
    /// The words for which each mistake in a template was reported, by its location.
    private var wrong: [String: String] = [:]
    /// Words in parts of files that could not be read.
    private var lost: Set<String> = []
    private var mutesWarnings = false
    /// Keys whose values are shown.
    let shownKeys: ShownKeys
    package private(set) var errors = 0
    /// The errors in the config itself, not in a profile.
    package private(set) var errorsOfConfig = 0
    package var hasErrors: Bool { errors > 0 }

    /// The kinds of targets that the file can have.
    package init(kinds: [any TargetKind.Type] = []) { shownKeys = ShownKeys(kinds) }

    /// Reports an error, with which the configuration cannot be used.
    @discardableResult
    package func error(_ location: Location, _ message: String, suggestion: String? = nil) -> Bool {
        errors += 1
        if location.source.order == 0 { errorsOfConfig += 1 }
        add(.error, location, message, suggestion)
        return false
    }

    /// Reports a problem with which the configuration can still be used.
    package func warning(_ location: Location, _ message: String) {
        if !mutesWarnings { add(.warning, location, message, nil) }
    }

    /// A file that is read a second time does not report its warnings again.
    package func withoutWarnings<Result>(_ read: () -> Result) -> Result {
        mutesWarnings = true
        defer { mutesWarnings = false }
        return read()
    }

    /// Names from parts of a file that could not be read, which has been reported. References to them are not reported.
    package func noteUnread(_ words: Set<String>) { lost.formUnion(words) }

    /// The name, or the compound it is a part of, may have been defined in a part that could not be read.
    package func isLost(_ word: String) -> Bool {
        guard !lost.isEmpty, hasErrors else { return false }
        if lost.contains(word) { return true }
        guard let dot = word.lastIndex(of: ".") else { return false }
        // The compound, or the text beside the braces of a template with errors.
        return lost.contains(String(word[..<dot])) || lost.contains(String(word[dot...])) || lost.contains(String(word[...dot]))
    }

    /// A name that should be one of `candidates`.
    @discardableResult
    package func error(_ location: Location, _ message: String, instead word: String, of candidates: some Sequence<String>) -> Bool {
        if isLost(word) { return false }
        guard isNews(location) else { return error(location, message) }
        guard collected.count < Limits.diagnostics else { return error(location, message) }
        return error(location, message, suggestion: suggester.nearest(to: word, among: candidates))
    }

    package func error<Value>(_ location: Location, _ message: String, suggestion: String? = nil) -> Value? {
        error(location, message, suggestion: suggestion)
        return nil
    }

    package func error<Value>(_ location: Location, _ message: String, instead word: String, of candidates: some Sequence<String>) -> Value?
    {
        error(location, message, instead: word, of: candidates)
        return nil
    }

    /// The config's first, then each profile's, in line order.
    func diagnostics() -> [Diagnostic] {
        var sorted = collected.enumerated().sorted { left, right in
            let (a, b) = (left.element, right.element)
            return (a.order, a.diagnostic.line, a.diagnostic.column, left.offset)
                < (b.order, b.diagnostic.line, b.diagnostic.column, right.offset)
        }.map(\.element.diagnostic)
        if unlisted > 0, let file = sorted.first?.file {
            let severity = hasErrors ? Diagnostic.Severity.error : .warning
            sorted.append(Diagnostic(file: file, severity: severity, message: "\(unlisted) more are not listed"))
        }
        return sorted
    }

    /// A mistake in a template is reported for the first words only, not for each result.
    private func isNews(_ location: Location) -> Bool {
        guard let words = location.words else { return true }
        return wrong[Self.place(location)].map { $0 == words } ?? true
    }

    private static func place(_ location: Location) -> String { "\(location.source.order):\(location.line):\(location.column)" }

    private func add(_ severity: Diagnostic.Severity, _ location: Location, _ message: String, _ suggestion: String?) {
        guard isNews(location) else { return }
        if let words = location.words { wrong[Self.place(location)] = words }
        guard collected.count < Limits.diagnostics else {
            unlisted += 1
            return
        }
        let message = location.words.map { "for \($0.forDisplay): \(message)" } ?? message
        let origin = location.type.map { " (as the type \($0.forDisplay) has it)" } ?? ""
        let secrets = secrets(of: location.source)
        let line = secrets.hides(line: location.line - 1) ? nil : location.source.line(location.line)
        let excerpt = line.map { Excerpt(of: $0, column: location.column, without: secrets.columns[location.line - 1] ?? []) }
        let diagnostic = Diagnostic(
            file: location.source.name, line: location.line, column: location.column, severity: severity,
            message: secrets.hiding(in: message, line: location.line, of: location.source) + origin,
            suggestion: suggestion, excerpt: excerpt.map { [$0.line, $0.caret] } ?? [])
        collected.append((location.source.order, diagnostic))
    }

    /// Hides the secrets of a file. Has to be called before an error of the file is reported.
    func conceal(_ places: SecretPlaces, in source: Source) { secrets[ObjectIdentifier(source)] = places }

    func secrets(of source: Source) -> SecretPlaces { secrets[ObjectIdentifier(source)] ?? .unknown(in: source) }
}
