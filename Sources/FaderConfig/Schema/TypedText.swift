internal import FaderCore

/// What texts mean to a parameter when they are typed.
struct TypedText {
    /// What a text comes to.
    enum Meaning: Equatable {
        case value(Double)
        /// No value of this parameter, but read as one.
        case refused
    }

    private let text: ValueText
    private let spec: ParameterSpec
    private let viewer: Viewer

    /// The texts of a parameter, with the numbers of a locale.
    init(_ spec: ParameterSpec, symbols: NumberSymbols = .plain) {
        text = ValueText(spec)
        self.spec = spec
        viewer = Viewer(symbols: symbols)
    }

    /// What a text means; nil where it is nothing at all to this parameter.
    func meaning(of typed: String) -> Meaning? {
        // A word of the parameter's own goes before what a button does.
        guard !ValueText.pressWords.contains(typed.lowercased()) else { return nil }
        do throws(RefusedValue) {
            return .value(try text.parse(typed, current: spec.defaultValue, for: viewer).wanted)
        } catch {
            if case .notA = error.reason { return nil }
            return .refused
        }
    }

    /// The text of a value, where it would not be read as that value.
    func misread(_ value: Double) -> String? {
        let shown = text.format(value, for: viewer)
        // Refused or read as another value: both are what is asked for here.
        guard let parsed = try? text.parse(shown, current: spec.defaultValue, for: viewer),
            text.format(parsed.value, for: viewer) == shown
        else { return shown }
        return nil
    }
}
