internal import FaderModel

/// Applies a `format:` to a parameter, and checks that the texts shown can also be typed.
final class FormatCheck {
    private let report: Report
    /// How numbers are written in the config's locale.
    private let symbols: NumberSymbols
    /// Parameters that passed the check, without id, label and default. Many parameters share one type, which needs only one check.
    private var typeable: [ParameterSpec] = []
    private static let remembered = 32

    /// A check with `symbols`, those of the config's locale.
    init(report: Report, symbols: NumberSymbols) {
        self.report = report
        self.symbols = symbols
    }

    /// The format for a parameter that is otherwise complete. Ambiguities are reported.
    func format(_ entry: FormatEntry, of spec: ParameterSpec) -> TextFormat {
        let errors = report.errors
        var plain = spec
        plain.format = entry.format
        var format = entry.format
        var keys: [String] = []
        for word in entry.words {
            guard let value = value(word, of: spec) else { continue }
            if let index = format.words.firstIndex(where: { $0.value == value }) {
                report.error(word.keyLocation, "\(keys[index]) and \(described(word.key)) are the same value")
            } else if isFree(word, value, of: plain, beside: format.words) {
                format.words.append(SpecialWord(value, word.word))
                keys.append(described(word.key))
            }
        }
        if report.errors == errors { checkTyping(format, of: spec, at: entry.location) }
        return format
    }

    private func described(_ key: FormatEntry.Key) -> String {
        switch key {
        case .minimum: "min"
        case .maximum: "max"
        case .middle: "middle"
        case .number(let number): NumberSyntax.shown(number)
        }
    }

    /// The value that the word stands for; `middle` is the middle of the travel.
    private func value(_ word: FormatEntry.Word, of spec: ParameterSpec) -> Double? {
        switch word.key {
        case .minimum: return spec.first
        case .maximum: return spec.last
        case .middle: return ValueText(spec).value(at: Position(0.5))
        case .number(let number):
            if spec.holds(number) { return number }
            report.error(word.keyLocation, "\(NumberSyntax.shown(number)) has a word but is outside the range \(spec.shownRange)")
            return nil
        }
    }

    /// Whether the word, when typed, can only mean its value.
    private func isFree(_ word: FormatEntry.Word, _ value: Double, of plain: ParameterSpec, beside others: [SpecialWord]) -> Bool {
        if others.contains(where: { $0.word.lowercased() == word.word.lowercased() }) {
            report.error(word.location, "two values have the word \"\(word.word.forDisplay)\"")
            return false
        }
        for symbols in symbols == .plain ? [.plain] : [.plain, symbols] {
            if let meaning = TypedText(plain, symbols: symbols).meaning(of: word.word), meaning != .value(value) {
                report.error(word.location, "the word \"\(word.word.forDisplay)\" could be mistaken for a number")
                return false
            }
        }
        return true
    }

    /// Reports a shown text that would not be read back as its value when typed. Tests five values along the travel.
    private func checkTyping(_ format: TextFormat, of spec: ParameterSpec, at location: Location) {
        var spec = spec
        (spec.id, spec.label, spec.defaultValue, spec.format) = ("", "", spec.minimum, format)
        guard !typeable.contains(spec) else { return }
        let (scale, typed) = (ValueText(spec), TypedText(spec, symbols: symbols))
        for fraction in [0, 0.25, 0.5, 0.75, 1] {
            guard let lost = typed.misread(scale.value(at: Position(fraction))) else { continue }
            return report.error(location, "what is shown could not be typed: \"\(lost.forMessage)\" would be taken for something else")
        }
        if typeable.count == Self.remembered { typeable.removeFirst() }
        typeable.append(spec)
    }
}
