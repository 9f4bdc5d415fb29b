public import FaderValues

extension Configuration {
    /// The values that the parameters begin with, from the state file, an import, a declaration or the previous configuration (in their
    /// order; what is missing counts as nil). Each is clamped, nil becomes the default, and the ends of ranges are kept apart. Apart from
    /// changes, this is the only way values get into a console.
    public func settled(_ values: [Double?]) -> [Double] {
        var settled = parameters.rowIndices.map { clamped(values.indices.contains($0.offset) ? values[$0.offset] : nil, of: $0) }
        for rule in ranges {
            let (low, high) = (rule.low.offset, rule.high.offset)
            (settled[low], settled[high]) = keptApart(settled[low], settled[high], by: rule)
        }
        return settled
    }

    /// The same for all parts of `compound`, or for one parameter that is in no compound.
    public func settled(_ values: [Double?], of parts: [ParameterIndex], in compound: CompoundSpec?) -> [Double] {
        var settled = zip(parts, values).map { clamped($1, of: $0) }
        if let rule = compound.flatMap({ rule(of: $0) }) {
            (settled[0], settled[1]) = keptApart(settled[0], settled[1], by: rule)
        }
        return settled
    }

    private func clamped(_ value: Double?, of parameter: ParameterIndex) -> Double {
        let standard = parameters[parameter].defaultValue
        return value.map { NumberScale(parameters[parameter], nil).clamp($0) ?? standard } ?? standard
    }

    private func keptApart(_ low: Double, _ high: Double, by rule: RangeRule) -> (low: Double, high: Double) {
        rule.settled(low, high, on: NumberScale(parameters[rule.low], nil))
    }

    var ranges: [RangeRule] { compounds.compactMap { rule(of: $0) } }

    private func rule(of compound: CompoundSpec) -> RangeRule? { compound.rule(on: parameters[compound.parts[0]]) }
}
