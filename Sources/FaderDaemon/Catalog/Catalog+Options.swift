internal import FaderConsole
internal import FaderStore
internal import FaderValues

extension Catalog {
    /// The number of the text by which targets know the option of a choice; nil for other kinds.
    func textNumber(of number: Double, parameter: ParameterIndex) -> Double? {
        let spec = configuration.parameters[parameter]
        guard spec.kind.options != nil, case .word(let name) = spec.value(of: number) else { return nil }
        return words.number(of: name)
    }

    func neededOptions(_ parameter: ParameterIndex, _ report: ParameterReport) -> [String] {
        [report.value, report.lasting].compactMap { if case .word(let id) = value(of: $0, parameter: parameter) { id } else { nil } }
    }
}

extension KeptValue {
    var options: [String] { if case .word(let name) = value { [name] } else { [] } }
}

extension Mirror {
    /// Whether a choice has options that are only there because they were its value.
    var hasStaleOptions: Bool {
        guard !catalog.supplied.isEmpty else { return false }
        let reports = picture.reports
        return catalog.supplied.contains { catalog.hasStaleOptions($0, reports[$0]) }
    }
}

extension Catalog {
    fileprivate func hasStaleOptions(_ parameter: ParameterIndex, _ report: ParameterReport) -> Bool {
        guard case .choice(let options) = configuration.parameters[parameter].kind else { return false }
        let needed = [report.value, report.lasting]
        return options.indices.contains { !options[$0].isThere && !needed.contains(Double($0)) }
    }
}
