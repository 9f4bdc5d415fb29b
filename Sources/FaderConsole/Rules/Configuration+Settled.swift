internal import FaderModel

extension Configuration {
    /// The values that the parameters have when this configuration comes into force. They come from the state file, an import, a
    /// declaration or the previous configuration. Each is clamped, a missing one becomes the default, and the ends of ranges are kept
    /// apart. Apart from changes, this is the only way values get into a console.
    ///
    /// - Parameter values: In the order of the parameters; values missing at the end count as nil.
    public func settled(_ values: [Double?]) -> [Double] {
        var settled = parameters.enumerated().map { index, spec in
            guard values.indices.contains(index), let value = values[index] else { return spec.defaultValue }
            return NumberScale(spec, nil).clamp(value) ?? spec.defaultValue
        }
        for rule in RangeRule.all(of: self) {
            let scale = NumberScale(parameters[rule.low], nil)
            let (low, high) = (rule.low.offset, rule.high.offset)
            (settled[low], settled[high]) = rule.settled(settled[low], settled[high], on: scale)
        }
        return settled
    }
}

extension RangeRule {
    /// The rules of a configuration's ranges.
    static func all(of configuration: Configuration) -> [RangeRule] {
        configuration.groups.compactMap { group in
            guard case .range(let gap, let meet) = group.kind, group.parts.count == 2 else { return nil }
            let scale = NumberScale(configuration.parameters[group.parts[0]], nil)
            return RangeRule(low: group.parts[0], high: group.parts[1], gap: gap, meet: meet, scale: scale)
        }
    }
}
