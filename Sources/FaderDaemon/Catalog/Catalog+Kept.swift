internal import FaderAPI
internal import FaderConsole
internal import FaderStore
internal import FaderValues

/// Kept values: values as the state file, the history and snapshots have them.
extension Catalog {
    /// Somebody has set it, its target has told it, or it has no target that could tell.
    func isKnown(_ report: ParameterReport) -> Bool { report.isSet || !configuration.parameters[report.parameter].isTold }

    func known(_ report: ParameterReport) -> Double? { isKnown(report) ? report.value : nil }

    func wasKnown(_ report: ParameterReport) -> Bool { report.wasSet || !configuration.parameters[report.parameter].isTold }

    /// Whether the value to be saved is known: while a button holds the parameter, that is the value before.
    func isLastingKnown(_ report: ParameterReport) -> Bool { report.isHeld ? wasKnown(report) : isKnown(report) }

    /// The value as a person reads it; `–` if it is not known.
    func shown(_ report: ParameterReport, for viewer: Viewer) -> String {
        isKnown(report) ? text(of: report.value, parameter: report.parameter, for: viewer) : ParameterResource.unheard
    }

    func kept(_ number: Double, parameter: ParameterIndex) -> KeptValue {
        KeptValue(value(of: number, parameter: parameter), unit: configuration.parameters[parameter].keptUnit)
    }

    static func takes(_ kept: KeptValue, as spec: ParameterSpec) -> Bool {
        guard kept.isOf(unit: spec.keptUnit) else { return false }
        if let rule = spec.kind.textRule { return rule.text(in: kept.value) != nil }
        return spec.number(of: kept.value) != nil
    }

    func number(of kept: KeptValue, parameter: ParameterIndex) -> Double? {
        let spec = configuration.parameters[parameter]
        guard kept.isOf(unit: spec.keptUnit) else { return nil }
        guard let rule = spec.kind.textRule else { return spec.number(of: kept.value) }
        return rule.text(in: kept.value).map { words.number(of: $0) }
    }

    /// A kept value clamped to the range; nil if it is not a value of this parameter.
    func value(from kept: KeptValue, parameter: ParameterIndex) -> Value? {
        guard let rule = configuration.parameters[parameter].kind.textRule else {
            return number(of: kept, parameter: parameter).map { value(of: $0, parameter: parameter) }
        }
        return kept.isOf(unit: "") ? rule.text(in: kept.value).map { .word($0) } : nil
    }

    /// Why a parameter cannot have a kept value now, as a sentence; nil if it can.
    func misfit(of kept: KeptValue, id: String, for viewer: Viewer) -> String? {
        guard let index = index(of: id) else { return "\(id) is not configured" }
        let spec = configuration.parameters[index]
        if spec.kind.isPressed { return "\(id) is a trigger now, which has no value" }
        guard kept.isOf(unit: spec.keptUnit) else {
            let now = spec.keptUnit.isEmpty ? "it has no unit now" : "its unit is \(spec.keptUnit) now"
            return "\(id) stays as it is: \(text(of: kept, id: id, for: viewer)) does not fit, because \(now)"
        }
        if Self.takes(kept, as: spec) { return nil }
        if spec.isSupplied, case .word(let name) = kept.value {
            return "\(id) stays as it is: its target has no \"\(name.withoutControls())\" now"
        }
        return "\(id) cannot have that value any more; its kind or range was changed"
    }

    /// A kept value as a person reads it, even if its parameter is not configured now, has another unit, or no longer allows the value.
    func text(of kept: KeptValue, id: String, for viewer: Viewer) -> String {
        let value = kept.value
        if let index = index(of: id), kept.isOf(unit: configuration.parameters[index].keptUnit) {
            let kind = configuration.parameters[index].kind
            switch value {
            case .number(let number) where kind.isNumber: return texts[index].format(number, for: viewer)
            // The state file writes −∞ in this way, even if it is no longer the minimum of the parameter.
            case .word("-inf") where kind.isNumber && !kind.isWhole: return texts[index].format(-.infinity, for: viewer)
            default: break
            }
            if let text = text(of: kept, parameter: index, for: viewer) { return text }
        }
        return switch value {
        case .number(let number): Self.text(of: number, unit: kept.unit, for: viewer)
        case .word("-inf") where !kept.unit.isEmpty: Self.text(of: -.infinity, unit: kept.unit, for: viewer)
        case .flag(let flag): "\(flag)"
        case .nothing: ""
        case .word(let word): word
        case .pair(let low, let high): Self.text(of: low, unit: "", for: viewer) + "…" + Self.text(of: high, unit: kept.unit, for: viewer)
        }
    }

    /// A number in a unit that no parameter has any more, with as many decimals as it needs.
    private static func text(of number: Double, unit: String, for viewer: Viewer) -> String {
        let scales: [Double] = [1, 10, 100, 1e3, 1e4, 1e5]
        let decimals = scales.firstIndex { (number * $0).rounded() / $0 == number } ?? 6
        return ValueText(ParameterSpec(id: "kept", decimals: decimals, unit: unit.withoutControls())).format(number, for: viewer)
    }

    func text(of kept: KeptValue, parameter: ParameterIndex, for viewer: Viewer) -> String? {
        let spec = configuration.parameters[parameter]
        guard kept.isOf(unit: spec.keptUnit) else { return nil }
        if isText(parameter) { return if case .word(let text) = kept.value { text } else { nil } }
        return spec.number(of: kept.value).map { texts[parameter].format($0, for: viewer) }
    }

    var units: [String: String] {
        configuration.parameters.reduce(into: [String: String]()) { units, spec in
            if !spec.keptUnit.isEmpty { units[spec.id] = spec.keptUnit }
        }
    }
}

extension TextRule {
    func text(in value: Value) -> String? { try? accept(value) }
}
