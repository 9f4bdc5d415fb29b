internal import FaderValues

/// The choices without `options:`. What their targets supply is not known yet, so any option that the config mentions is accepted.
final class SuppliedChoices {
    private let report: Report
    /// The ids of parameters that have targets.
    private let bound: Set<String>
    private var locations: [String: Location] = [:]
    private var mentioned: [String: [String]] = [:]

    init(report: Report, bound: Set<String> = []) { (self.report, self.bound) = (report, bound) }

    /// A choice that has a target may be right; `check` decides that.
    func admit(_ id: String, at location: Location) -> Bool {
        guard bound.contains(id) else { return false }
        locations[id] = location
        return true
    }

    /// Reports choices whose target supplies no options. One whose target has errors is left alone.
    func check(_ bindings: [TargetBinding]) {
        for (id, location) in locations {
            guard let leading = bindings.first(where: { $0.parameter == id && $0.leads }), !leading.target.suppliesOptions else { continue }
            report.error(location, "a choice needs options: [one, two]")
        }
    }

    /// Nil if no option can be called that, which is reported.
    func mention(_ text: String, of spec: ParameterSpec, at location: Location) -> Double? {
        guard isName(text, of: spec, at: location) else { return nil }
        let names = mentioned[spec.id, default: []]
        if let place = names.firstIndex(where: { ExactText($0) == ExactText(text) }) { return Double(place) }
        mentioned[spec.id] = names + [text]
        return Double(names.count)
    }

    func isName(_ text: String, of spec: ParameterSpec, at location: Location) -> Bool {
        let count = text.unicodeScalars.prefix(SuppliedOptions.longest + 1).count
        guard count == 0 || count > SuppliedOptions.longest else { return true }
        return report.error(
            location,
            "an option of \(spec.id.forDisplay) has a name of 1…\(SuppliedOptions.longest) characters, found "
                + (count == 0 ? "none" : "more"))
    }

    /// The parameters with the options that the config mentions.
    func complete(_ specs: [ParameterSpec]) -> [ParameterSpec] {
        specs.map { spec in
            guard spec.isSupplied, let names = mentioned[spec.id] else { return spec }
            var spec = spec
            (spec.mentioned, spec.kind) = (names, .choice(names.map { ChoiceOption(supplied: $0) }))
            spec.maximum = Double(names.count - 1)
            return spec
        }
    }
}
