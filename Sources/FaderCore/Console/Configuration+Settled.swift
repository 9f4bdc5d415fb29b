extension Configuration {
    /// What the parameters stand at when this configuration comes into force, for values from before it did: those of the state file, of
    /// an import, of a declaration, or of the configuration before. Each is clamped, or the default where there is none, and the ends of
    /// ranges are kept apart. The one way in which values get into a console other than by a change.
    ///
    /// - Parameter values: By the indices of the parameters; those that are missing at the end count as nil.
    public func settled(_ values: [Double?]) -> [Double] {
        var settled = parameters.enumerated().map { index, spec in
            guard values.indices.contains(index), let value = values[index] else { return spec.defaultValue }
            return NumberScale(spec, nil).clamp(value) ?? spec.defaultValue
        }
        for rule in RangeRule.all(of: self) {
            let scale = NumberScale(parameters[rule.low], nil)
            (settled[rule.low], settled[rule.high]) = rule.settled(settled[rule.low], settled[rule.high], on: scale)
        }
        return settled
    }
}
