internal import FaderAPI
internal import FaderConsole
internal import FaderServer
internal import FaderValues

/// A parameter or compound, with its report or those of its parts.
struct ItemState: Sendable {
    let catalog: Catalog
    let item: Catalog.Item
    var reports: [ParameterReport]
    let hands: Hands
    /// Both ends of the range that the parameter is an end of; empty for everything else.
    var ends: [ParameterReport] = []

    func resource(for viewer: Viewer) -> ParameterResource { catalog.resource(item, reports, hands, for: viewer) }

    var id: String { catalog.configuration.id(of: item) }

    /// The index of a parameter; nil for a compound.
    var parameter: ParameterIndex? { if case .parameter(let index) = item { index } else { nil } }

    var color: StripColor? {
        guard case .compound(let compound) = item else { return nil }
        return catalog.color(ofCompound: compound, reports.map(\.value))
    }

    func requireValue() throws(ServiceError) {
        guard let parameter, catalog.isTrigger(parameter) else { return }
        throw .refused("\(id) is a trigger, which has no value; press it: faderctl press \(id)")
    }

    /// Why nobody but its target can set it now, as a sentence; nil if anybody can. `isThere` tells whether the program of a fact is there.
    func lock(isThere: (String) -> Bool) -> String? {
        for spec in specs {
            if spec.isReadOnly { return "\(id) is read-only: only its target changes it" }
            if spec.isFactOfLeader, !isThere(spec.id) { return "\(id) cannot be set now: \(catalog.absence(of: spec.id))" }
        }
        return nil
    }

    var parameters: [ParameterIndex] { catalog.parameters(of: item) }

    var specs: [ParameterSpec] { parameters.map { catalog.configuration.parameters[$0] } }

    var ids: [String] { catalog.ids(of: parameters) }

    /// Expects that nothing of this state, or with `isOfEnds` nothing of the ends of the range, changes until the command is executed.
    func expectation(isOfEnds: Bool) -> Expectation {
        let reports = isOfEnds ? ends : reports
        let changes = reports.reduce(UInt64(0)) { $0 + catalog.revisions.changes($1) }
        return Expectation(reports.map(\.parameter), changes: changes)
    }

    /// Sets parts of a compound; nil leaves a part as it is. Nil if the values do not fit. The target of a color gets all parts, so an
    /// unknown part is set to the value shown.
    func command(settingParts values: [Double?], _ origin: ChangeOrigin) -> Command? {
        guard case .compound(let compound) = item, parameters.count == values.count else { return nil }
        let isWhole = catalog.bound.contains(id)
        let values = zip(values, reports).map { $0 ?? (isWhole && !catalog.isKnown($1) ? $1.value : nil) }
        let parts = zip(parameters, values).compactMap { index, value in value.map { PartValue(index, $0) } }
        switch (parts.count, catalog.configuration.compounds[compound].kind) {
        case (0, _): return nil
        case (1, _): return .set(parameter: parts[0].parameter, parts[0].value, origin)
        case (_, .range): return .setBoth(low: parts[0].parameter, parts[0].value, parts[1].value, origin)
        case (_, .color): return .setParts(parts[0], parts[1], parts.count > 2 ? parts[2] : nil, origin)
        }
    }
}

extension Catalog {
    /// The color that the values of a compound's parts make; nil for a range.
    func color(ofCompound compound: Int, _ values: [Double]) -> StripColor? {
        guard case .word(let word) = compoundTexts[compound].value(of: values) else { return nil }
        return StripColor(word)
    }
}
