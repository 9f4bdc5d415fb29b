internal import FaderConsole
internal import FaderModel
internal import FaderState
internal import FaderTargets

/// The options of choices as their targets have told them. Pure.
struct Supplies {
    /// What one target has told, and the version of the declarations that it belongs to.
    private struct Told {
        var supply: Targets.Supply
        var version: UInt64
    }

    private var told: [String: Told] = [:]
    /// Options that targets show and have not told of, by the parameter.
    private var shown: [String: (name: String, version: UInt64)] = [:]

    /// Notes what a target has told. Returns false if that is nothing new.
    mutating func note(_ supply: Targets.Supply, version: UInt64) -> Bool {
        let former = told[supply.parameter].flatMap { $0.supply.target == supply.target ? $0 : nil }
        guard former.map({ $0.supply.options != supply.options }) ?? true else { return false }
        var new = Told(supply: supply, version: version)
        // Who looks at it next has not seen the former one yet.
        if let former { new.supply.options = supply.options.following(former.supply.options) }
        told[supply.parameter] = new
        return true
    }

    /// Notes that a target shows an option. Returns false if it has told of it.
    mutating func note(shown name: String, of id: String, version: UInt64) -> Bool {
        if told[id]?.supply.options.names.contains(where: { ExactText($0) == ExactText(name) }) ?? false { return false }
        shown[id] = (name, version)
        return true
    }

    /// Notes that a version is in force: what had another name before it is known by the new one.
    mutating func isApplied(_ version: UInt64) {
        shown = shown.filter { $0.value.version > version }
        for (id, one) in told where one.version <= version { told[id]?.supply.options = SuppliedOptions(one.supply.options.names) }
    }

    /// The options of a choice: those that its target has; then what it has not, but shows, and what is the value.
    ///
    /// - Parameters:
    ///   - target: the target that leads; nil if there is none.
    ///   - values: the choice's value, and what it returns to; those that are not known are empty.
    func options(of id: String, _ target: TargetSpec?, values: [String]) -> [ChoiceOption] {
        let supply = told[id].flatMap { $0.supply.target == target ? $0.supply.options : nil } ?? SuppliedOptions()
        var options = supply.names.map { ChoiceOption(supplied: $0, former: supply.former[$0]) }
        var known = Set(options.map { ExactText($0.id) })
        known.formUnion(options.compactMap { $0.former.map(ExactText.init) })
        for name in (values.isEmpty ? [""] : values) + (shown[id].map { [$0.name] } ?? []) where known.insert(ExactText(name)).inserted {
            options.append(ChoiceOption(supplied: name, isThere: false))
        }
        return options
    }
}

extension Mirror {
    /// Whether a choice has options that are only there because they were its value.
    var hasStaleOptions: Bool {
        guard !catalog.supplied.isEmpty else { return false }
        let reports = picture.reports
        return catalog.supplied.contains { catalog.hasStaleOptions($0, reports[$0]) }
    }
}

extension KeptValue {
    /// The option that a choice with this value needs, in a list; empty if it is no option.
    var options: [String] { if case .word(let name) = value { [name] } else { [] } }
}

extension Catalog {
    /// Whether a choice has options that are only there because they were its value.
    fileprivate func hasStaleOptions(_ parameter: ParameterIndex, _ report: ParameterReport) -> Bool {
        guard case .choice(let options) = configuration.parameters[parameter].kind else { return false }
        let needed = [report.value, report.lasting]
        return options.indices.contains { !options[$0].isThere && !needed.contains(Double($0)) }
    }

    /// The ids of the options that a choice needs for its value.
    func neededOptions(_ parameter: ParameterIndex, _ report: ParameterReport) -> [String] {
        [report.value, report.lasting].compactMap { if case .word(let id) = value(of: $0, parameter: parameter) { id } else { nil } }
    }
}
