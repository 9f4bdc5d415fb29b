internal import FaderValues

/// One scale for both ends, the gap between them, and two defaults.
struct RangeReader {
    let keys: KeyReader
    private var report: Report { keys.report }

    /// Reads both ends of a range. The lower end comes first.
    func read(_ fields: Fields, _ start: ParameterSpec, at location: Location) -> (ends: [ParameterSpec], kind: CompoundKind) {
        let reader = ScaleReader(keys: keys, kind: .number, canTurn: false)
        let (spec, isRanged) = reader.read(fields, start, at: location)
        let gap = fields["gap"].flatMap { self.gap($0, isRanged ? spec : nil) } ?? 0
        let meet = fields["meet"].flatMap(keys.meet) ?? .stop
        var (low, high) = (spec.minimum, spec.maximum)
        // A default that comes from a number type does not apply to two ends.
        if let node = fields["default"], node.isList || node.location.type == nil, let ends = pair(node) {
            if isRanged {
                let lower = reader.value(ends.first, of: spec, "the low default")
                let upper = reader.value(ends.second, of: spec, "the high default")
                if let lower, let upper, areApart(lower, upper, gap, node.location) { (low, high) = (lower, upper) }
            } else {
                reader.checkDefault(ends.first)
                reader.checkDefault(ends.second)
            }
        }
        return ([end(spec, "low", low), end(spec, "high", high)], .range(gap: gap, meet: meet))
    }

    private func end(_ scale: ParameterSpec, _ word: String, _ value: Double) -> ParameterSpec {
        var end = scale.part(word)
        end.defaultValue = value
        return end
    }

    private func gap(_ node: Node, _ spec: ParameterSpec?) -> Double? {
        guard let gap = keys.gap(node), let spec else { return nil }
        if gap > 0, spec.minimum == -.infinity {
            report.error(node.location, "a gap cannot be kept from min -inf; give a finite min")
        } else if !RangeRule.areApart(spec.minimum, spec.maximum, gap: gap) {
            report.error(node.location, "gap \(NumberSyntax.shown(gap)) is larger than the range from min to max")
        } else {
            return gap
        }
        return nil
    }

    private func pair(_ node: Node) -> (first: Node, second: Node)? {
        if let pair = node.pair { return pair }
        let found = node.isList ? "a list of another length" : node.described
        return report.refuse(node, "the default of a range is two numbers [LOW, HIGH], found \(found)")
    }

    private func areApart(_ low: Double, _ high: Double, _ gap: Double, _ location: Location) -> Bool {
        if low > high {
            report.error(location, "the low default \(NumberSyntax.shown(low)) is above the high one \(NumberSyntax.shown(high))")
        } else if !RangeRule.areApart(low, high, gap: gap) {
            report.error(location, "the ends of the default are nearer than the gap \(NumberSyntax.shown(gap))")
        } else {
            return true
        }
        return false
    }
}
