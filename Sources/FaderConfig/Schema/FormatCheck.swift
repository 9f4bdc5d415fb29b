internal import FaderValues

/// Applies a `format:` to a parameter, and checks that the texts shown can also be typed.
final class FormatCheck {
    private let report: Report
    /// How numbers are written in the config's locale.
    private let symbols: NumberSymbols
    /// Parameters that passed the check, without id, label, color and default: many share one type, which needs only one check.
    private var typeable: [ParameterSpec] = []
    private static let remembered = 32

    init(report: Report, symbols: NumberSymbols) {
        self.report = report
        self.symbols = symbols
    }

    /// The parameter is otherwise complete. Ambiguities are reported.
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

    /// The value that a word stands for. `middle` is the middle of the travel.
    private func value(_ word: FormatEntry.Word, of spec: ParameterSpec) -> Double? {
        switch word.key {
        case .minimum: return spec.first
        case .maximum: return spec.last
        case .middle: return ValueText(spec).value(at: Position(0.5))
        case .number(let number):
            if spec.holds(number) { return number }
            return report.error(word.keyLocation, "\(NumberSyntax.shown(number)) has a word but is outside the range \(spec.shownRange)")
        }
    }

    /// Whether a word can mean nothing but its value when somebody types it.
    private func isFree(_ word: FormatEntry.Word, _ value: Double, of plain: ParameterSpec, beside others: [SpecialWord]) -> Bool {
        if others.contains(where: { $0.word.lowercased() == word.word.lowercased() }) {
            return report.error(word.location, "two values have the word \"\(word.word.forDisplay)\"")
        }
        for symbols in symbols == .plain ? [.plain] : [.plain, symbols] {
            if Self.isMistakable(word.word, for: value, of: plain, Viewer(symbols: symbols)) {
                return report.error(word.location, "the word \"\(word.word.forDisplay)\" could be mistaken for a number")
            }
        }
        return true
    }

    /// Whether a typed text means another value, or one that the parameter does not accept.
    private static func isMistakable(_ typed: String, for value: Double, of spec: ParameterSpec, _ viewer: Viewer) -> Bool {
        // A parameter's own word takes precedence over the words for button actions.
        guard !ValueText.pressWords.contains(typed.lowercased()) else { return false }
        do throws(RefusedValue) {
            return try ValueText(spec).parse(typed, current: spec.defaultValue, for: viewer).wanted != value
        } catch {
            if case .notA = error.reason { return false }
            return true
        }
    }

    /// Reports a text that would not be read back as its value. Tests five values along the travel.
    private func checkTyping(_ format: TextFormat, of spec: ParameterSpec, at location: Location) {
        var spec = spec
        (spec.id, spec.label, spec.short, spec.color) = ("", "", nil, nil)
        (spec.defaultValue, spec.format) = (spec.minimum, format)
        guard !typeable.contains(spec) else { return }
        let (text, viewer) = (ValueText(spec), Viewer(symbols: symbols))
        for fraction in [0, 0.25, 0.5, 0.75, 1] {
            let shown = text.format(text.value(at: Position(fraction)), for: viewer)
            let parsed = try? text.parse(shown, current: spec.defaultValue, for: viewer)
            guard parsed.map({ text.format($0.value, for: viewer) }) != shown else { continue }
            report.error(location, "what is shown could not be typed: \"\(shown.forMessage)\" would be taken for something else")
            return
        }
        if typeable.count == Self.remembered { typeable.removeFirst() }
        typeable.append(spec)
    }
}

extension ParameterSpec {
    func holds(_ value: Double) -> Bool { value == minimum || value >= lowestFinite && value <= maximum }

    /// The range for a message, in the direction of the travel.
    var shownRange: String {
        let (low, high) = (NumberSyntax.shown(lowestFinite), NumberSyntax.shown(maximum))
        let range = isTurned ? "\(high)…\(low)" : "\(low)…\(high)"
        return minimum < lowestFinite ? "\(NumberSyntax.shown(minimum)) or \(range)" : range
    }
}
