internal import FaderConsole
internal import FaderValues

extension Mirror {
    /// Whether a choice has options that are only there because they were its value.
    var hasStaleOptions: Bool {
        guard !catalog.supplied.isEmpty else { return false }
        let reports = picture.reports
        return catalog.supplied.contains { catalog.hasStaleOptions($0, reports[$0]) }
    }
}

extension Catalog {
    /// Whether a choice has options that are only there because they were its value.
    fileprivate func hasStaleOptions(_ parameter: ParameterIndex, _ report: ParameterReport) -> Bool {
        guard case .choice(let options) = configuration.parameters[parameter].kind else { return false }
        let needed = [report.value, report.lasting]
        return options.indices.contains { !options[$0].isThere && !needed.contains(Double($0)) }
    }
}
