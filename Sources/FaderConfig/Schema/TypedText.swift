internal import FaderModel

/// Finds out what a typed text means to a parameter.
struct TypedText {
    /// What a text means.
    enum Meaning: Equatable {
        case value(Double)
        /// It can be read as a value, but not one that this parameter accepts.
        case refused
    }

    private let text: ValueText
    private let spec: ParameterSpec
    private let viewer: Viewer

    /// The typed texts of a parameter, with a locale's number symbols.
    init(_ spec: ParameterSpec, symbols: NumberSymbols = .plain) {
        text = ValueText(spec)
        self.spec = spec
        viewer = Viewer(symbols: symbols)
    }

    /// What a text means; nil if this parameter cannot read it as a value at all.
    func meaning(of typed: String) -> Meaning? {
        // A parameter's own word takes precedence over the words for button actions.
        guard !ValueText.pressWords.contains(typed.lowercased()) else { return nil }
        do throws(RefusedValue) {
            return .value(try text.parse(typed, current: spec.defaultValue, for: viewer).wanted)
        } catch {
            if case .notA = error.reason { return nil }
            return .refused
        }
    }

    /// The shown text of a value if it would not be read back as that value, else nil.
    func misread(_ value: Double) -> String? {
        let shown = text.format(value, for: viewer)
        // Being refused and being read as another value both count as misread.
        guard let parsed = try? text.parse(shown, current: spec.defaultValue, for: viewer),
            text.format(parsed.value, for: viewer) == shown
        else { return shown }
        return nil
    }
}
