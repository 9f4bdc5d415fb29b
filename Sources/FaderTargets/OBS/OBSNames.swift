internal import FaderJSON
internal import FaderValues

enum OBSWords {
    /// How many characters of a name are shown, and how many names are listed.
    private static let (longest, most) = (100, 12)

    /// It may be any text: cut, and without control characters.
    static func shown(_ name: String) -> String { String(name.prefix(longest)).withoutControls() }

    static func list(_ names: [String]) -> String {
        names.prefix(most).map(shown).joined(separator: ", ") + (names.count > most ? " and \(names.count - most) more" : "")
    }
}

/// What a choice calls things of OBS.
struct OBSNames {
    private let names: [String]
    /// The numbers of names, where OBS supplies the options; nil: a number is that of an option.
    private let texts: TargetTexts?

    init(_ spec: OBSTargetSpec, _ parameter: ParameterSpec, _ texts: TargetTexts) {
        self.texts = spec.suppliesOptions ? texts : nil
        names = spec.words.isEmpty ? parameter.kind.options?.map(\.label) ?? [] : spec.words
    }

    func name(_ number: Double) -> String { texts?.text(number) ?? names[min(max(Int(number), 0), names.count - 1)] }

    func value(_ name: String) -> OBSValue {
        // As long as a value may be; options are shorter.
        if let texts { return SuppliedOptions.fits(name) ? .number(texts.number(name)) : .strange(name) }
        return names.firstIndex(of: name).map { .number(Double($0)) } ?? .strange(name)
    }
}

/// A number of OBS in another unit than the parameter's.
struct OBSNumber {
    /// How many of OBS's units are one of the parameter's.
    let factor: Double

    /// A time, which OBS has in milliseconds.
    static func time(_ spec: ParameterSpec) -> OBSNumber { OBSNumber(factor: spec.unit == "s" ? 1000 : 1) }
    static func scale(_ spec: ParameterSpec) -> OBSNumber { OBSNumber(factor: spec.unit == "%" ? 0.01 : 1) }

    func sent(_ number: Double, in range: ClosedRange<Double>, isWhole: Bool = false) -> JSONValue {
        let sent = min(max(number * factor, range.lowerBound), range.upperBound)
        return .number(isWhole ? sent.rounded() : sent)
    }

    func value(_ number: Double?) -> OBSValue? { number.map { .number($0 / factor) } }

    /// OBS has 32-bit floats, and rounds numbers to `step`.
    func traits(step: Double = 0.001) -> TargetRules.Traits {
        var traits = TargetRules.Traits(owner: .target)
        (traits.keepsMoves, traits.halfStep, traits.halfRatio) = (true, step / 2 / factor, 1.00001)
        return traits
    }
}
