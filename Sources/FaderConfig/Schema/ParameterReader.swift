internal import FaderCore

/// Reads `parameters:`.
struct ParameterReader {
    let report: Report

    private static let keys = ["label", "min", "max", "unit", "default", "step", "decimals", "taper", "out-of-range"]

    /// All parameters in the order of the file. One with errors is there too, so that a mapping to it is no error as well.
    func readAll(_ node: Node) -> [ParameterSpec] {
        guard let entries = report.entries(node, of: "the parameters") else { return [] }
        var specs: [ParameterSpec] = []
        specs.reserveCapacity(entries.count)
        for entry in entries {
            let spec = read(entry)
            guard !entry.isRepeated else { continue }
            guard specs.count < Limits.parameters else {
                report.error(entry.keyPlace, "more than \(Limits.parameters) parameters")
                break
            }
            specs.append(spec)
        }
        return specs
    }

    private func read(_ entry: Node.Entry) -> ParameterSpec {
        var spec = ParameterSpec(id: entry.key)
        checkID(entry)
        guard let fields = Fields(entry.value, of: "a parameter", keys: Self.keys, report: report) else { return spec }
        if let label = fields["label"].flatMap({ report.word($0, "the label", limit: Limits.label) }) { spec.label = label }
        if let unit = fields["unit"].flatMap(unit) { spec.unit = unit }
        if let decimals = fields["decimals"].flatMap({ report.integer($0, "decimals", in: 0...15) }) { spec.decimals = decimals }
        if let node = fields["out-of-range"] {
            let choices = OutOfRange.allCases.map { (word: $0.rawValue, value: $0) }
            if let choice = report.choice(node, "out-of-range", of: choices) { spec.outOfRange = choice }
        }
        guard let range = range(fields, of: entry) else {
            checkWithoutRange(fields)
            return spec
        }
        var ranged = ParameterSpec(
            id: spec.id, label: spec.label, minimum: range.lowerBound, maximum: range.upperBound, decimals: spec.decimals, unit: spec.unit,
            outOfRange: spec.outOfRange)
        readDefault(fields, into: &ranged)
        readStep(fields, into: &ranged)
        if let node = fields["taper"], let taper = TaperReader(report: report).read(node, range: range) { ranged.taper = taper }
        return ranged
    }

    /// The unit stands behind a number, in what is shown and in what is typed: it must not be taken for the number's end.
    private func unit(_ node: Node) -> String? {
        guard let unit = report.text(node, "the unit", limit: Limits.unit) else { return nil }
        if unit.first?.isWhitespace == true || unit.last?.isWhitespace == true {
            report.error(node.place, "the unit begins or ends with a space")
        } else if unit.contains(where: \.isNumber), unit.lowercased().allSatisfy({ $0.isNumber || "+-.e".contains($0) }) {
            report.error(node.place, "the unit \(node.described) could not be told from a number")
        } else {
            return unit
        }
        return nil
    }

    private func checkID(_ entry: Node.Entry) {
        guard !ParameterSpec.isValidID(entry.key) else { return }
        let rule = entry.key.utf8.count > 64 ? "at most 64 bytes" : "lower-case words of a-z, 0-9, _ and - with dots between"
        report.error(
            entry.keyPlace, "\"\(entry.key.forDisplay)\" cannot be a parameter id: \(rule)",
            suggestion: Names.mended(entry.key, ParameterSpec.isValidID))
    }

    /// `min`…`max`, checked; nil where they are no range, which has been reported.
    private func range(_ fields: Fields, of entry: Node.Entry) -> ClosedRange<Double>? {
        let standard = ParameterSpec(id: "")
        let minimum = fields["min"].map { report.number($0, "min") } ?? standard.minimum
        let maximum = fields["max"].map { report.number($0, "max") } ?? standard.maximum
        guard let minimum, let maximum else { return nil }
        let place = (fields["min"] ?? fields["max"])?.place ?? entry.keyPlace
        guard minimum < maximum else {
            let told = fields["max"] == nil ? " (\(NumberSyntax.shown(maximum)), as no max is given)" : " \(NumberSyntax.shown(maximum))"
            let from = fields["min"] == nil ? " (\(NumberSyntax.shown(minimum)), as none is given)" : " \(NumberSyntax.shown(minimum))"
            report.error(place, "min\(from) is not below max\(told)")
            return nil
        }
        let span = maximum - minimum
        guard span.isFinite else {
            report.error(place, "the range from min to max is too wide for a number")
            return nil
        }
        let largest = max(minimum.magnitude, maximum.magnitude)
        guard span >= largest * Limits.narrowest, span >= Limits.smallest else {
            report.error(place, "the range from min to max is too narrow: the steps of a fader could not be told apart")
            return nil
        }
        return minimum...maximum
    }

    private func readDefault(_ fields: Fields, into spec: inout ParameterSpec) {
        guard let node = fields["default"], let value = report.number(node, "default") else { return }
        guard value >= spec.minimum, value <= spec.maximum else {
            let range = "\(NumberSyntax.shown(spec.minimum))…\(NumberSyntax.shown(spec.maximum))"
            return report.error(node.place, "default \(NumberSyntax.shown(value)) is outside the range \(range)")
        }
        spec.defaultValue = value
    }

    private func readStep(_ fields: Fields, into spec: inout ParameterSpec) {
        guard let node = fields["step"], let step = report.number(node, "step") else { return }
        let span = spec.maximum - spec.minimum
        if step < 0 {
            report.error(node.place, "step cannot be negative; 0 is continuous")
        } else if step > span {
            report.error(node.place, "step \(NumberSyntax.shown(step)) is larger than the range from min to max")
        } else if step > 0, span / step > Limits.steps {
            report.error(node.place, "step \(NumberSyntax.shown(step)) is too small for the range; leave it out for a continuous parameter")
        } else {
            spec.step = step
        }
    }

    /// Where the range is wrong, the other numbers are still looked at for themselves.
    private func checkWithoutRange(_ fields: Fields) {
        if let node = fields["default"] { _ = report.number(node, "default") }
        if let node = fields["step"], let step = report.number(node, "step"), step < 0 {
            report.error(node.place, "step cannot be negative; 0 is continuous")
        }
        if let node = fields["taper"] { _ = TaperReader(report: report).read(node, range: nil) }
    }
}
