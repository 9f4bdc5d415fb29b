internal import FaderConsole
internal import FaderStore
internal import FaderValues

/// The switch from one catalog to the next: the values with which the parameters begin, and what has to be saved and remembered then. Pure.
struct CatalogTransition: Sendable {
    let next: Catalog
    /// The ids of the parameters that the next catalog does not have, neither as a parameter nor as a compound.
    let gone: [String]
    let new: [ParameterIndex]
    /// The unit of each parameter that has one. Kept values without a unit adopt it.
    let units: [String: String]
    /// The ids of the parts of each compound. Compounds that are gone are among them.
    let compounds: [[String]]

    /// The next catalog's first reports, made to fit as in the console. If the console alters a value, its report brings the revision.
    private(set) var reports: [ParameterReport]
    /// For each parameter of the next catalog, whether somebody has set it since the start.
    let isChosen: [Bool]
    /// What the state file gets: the values of all parameters that the config does not bind, and of parts of compounds that are gone.
    private(set) var values: [String: KeptValue] = [:]
    /// Values that nobody chose but that the state file needs, so that a restart shows the same: clamped values, and former defaults.
    /// Without parameters that have a target: a stored value would be written to it.
    private(set) var unsaved: [String: KeptValue] = [:]
    /// The chosen values of the former parameters that are not remembered yet. They are remembered because a parameter that is gone may come back.
    private(set) var left: [String: KeptValue] = [:]
    /// The values that mean something else now, because they were clamped or their unit has changed; see `Bindings.noteUnfit`.
    private(set) var unfit: [String: Double] = [:]

    private let former: Catalog
    private let stored: [String: KeptValue]

    /// `picture` is the last state under the former catalog, `stored` what new parameters begin with.
    init(from picture: Mirror.Picture, to next: Catalog, kept: KeptValues, stored: [String: KeptValue]) {
        let (former, before) = (picture.catalog, picture.catalog.configuration)
        (self.next, self.former, self.stored) = (next, former, stored)
        gone = before.parameters.rowIndices.map { former.id(of: $0) }.filter { next.items[$0] == nil }
        new = next.texts.rowIndices.filter { next.former[$0.offset] == nil }
        units = next.units
        let goneCompounds = before.compounds.filter { compound in if case .compound? = next.items[compound.id] { false } else { true } }
        compounds = (goneCompounds.map { former.ids(of: $0.parts) }) + next.configuration.compounds.map { next.ids(of: $0.parts) }
        reports = zip(next.texts.rowIndices, next.initialValues).map { Mirror.initial(next, $0, $1) }
        isChosen = next.former.map { $0.map { picture.isChosen[$0.offset] } ?? false }
        let isGone = Set(goneCompounds.flatMap(\.parts).filter { next.items[former.id(of: $0)] == nil })
        for parts in former.together { leave(parts, picture, isGone, kept) }
        left = left.filter { !kept.has($0.key, $0.value) }
        for parts in next.together { enter(parts, picture.reports) }
    }

    /// Values that remain of former parameters: of one alone, or of all parts of a compound. If one part was chosen, all count as chosen. A
    /// default that nobody chose is not kept.
    private mutating func leave(
        _ parts: [ParameterIndex], _ picture: Mirror.Picture, _ isGone: Set<ParameterIndex>, _ kept: KeptValues
    ) {
        let isKept = parts.contains { part in
            let spec = former.configuration.parameters[part]
            return picture.isChosen[part.offset] || kept[spec.id]?.isOf(unit: spec.keptUnit) ?? false
        }
        for part in parts where (isKept || isGone.contains(part)) && !former.isTrigger(part) {
            let (id, value) = (former.id(of: part), former.kept(picture.reports[part].lasting, parameter: part))
            if isKept { left[id] = value }
            if isGone.contains(part) { values[id] = value }
        }
    }

    private mutating func enter(_ parts: [ParameterIndex], _ formerReports: [ParameterReport]) {
        // The last reports of their counterparts, with new numbers of options; nil for new parameters.
        let standing = parts.map { index in
            next.former[index.offset].map { former in
                var report = formerReports[former]
                report.value = next.renumbered(report.value, of: index)
                report.before = next.renumbered(report.before, of: index)
                return report
            }
        }
        let initial = parts.map { next.initialValues[$0.offset] }
        let compound = parts.first.flatMap { next.compoundSpec(of: $0) }
        func settled(_ value: (ParameterReport) -> Double) -> [Double] {
            next.configuration.settled(zip(standing, initial).map { $0.map(value) ?? $1 }, of: parts, in: compound)
        }
        let values = settled { $0.value }
        let lasting = standing.contains { $0?.isHeld ?? false } ? settled { $0.lasting } : values
        for (place, index) in parts.enumerated() {
            if var report = standing[place] {
                report.parameter = index
                // A button still holds the parameter, within the new range.
                if report.isHeld { report.before = lasting[place] }
                report.value = values[place]
                report.control = nil
                reports[index] = report
            } else {
                reports[index] = Mirror.initial(next, index, values[place])
            }
            let id = next.id(of: index)
            unfit[id] = isFit(index, formerReports) ? nil : values[place]
            if !next.isTrigger(index) { save(index, id, after: standing[place]) }
        }
    }

    private mutating func save(_ index: ParameterIndex, _ id: String, after standing: ParameterReport?) {
        let lasting = reports[index].lasting
        let value = next.kept(lasting, parameter: index)
        // The target has renamed the option: if the file has the parameter, it has the former name.
        if standing != nil, next.hasOtherOptions(index), case .word = value.value { values[id] = value }
        guard !next.bound.contains(id) else { return }
        values[id] = value
        guard let counterpart = former.index(of: id) else { return }
        let standard = next.defaultValue(of: index)
        guard let standing else {
            // The parameter has another kind or other options, but may still have its former value.
            unsaved[id] = value.value != standard ? value : nil
            return
        }
        let before = former.defaultValue(of: counterpart)
        unsaved[id] = standing.lasting != lasting || before != standard && value.value != standard ? value : nil
    }

    private func isFit(_ index: ParameterIndex, _ formerReports: [ParameterReport]) -> Bool {
        let value = reports[index].value
        guard let counterpart = former.index(of: next.id(of: index)) else { return next.isFit(value, of: index, stored: stored) }
        return next.renumbered(formerReports[counterpart].value, of: index) == value
            && former.configuration.parameters[counterpart].unit == next.configuration.parameters[index].unit
    }
}

extension Catalog {
    fileprivate var together: [[ParameterIndex]] {
        texts.rowIndices.filter { compound(of: $0) == nil }.map { [$0] } + configuration.compounds.map(\.parts)
    }

    /// Whether a new parameter has its stored value; true if none was stored.
    func isFit(_ number: Double, of parameter: ParameterIndex, stored: [String: KeptValue]) -> Bool {
        guard let kept = stored[id(of: parameter)] else { return true }
        let value = value(of: number, parameter: parameter)
        // −∞ is stored as a word.
        return kept.isOf(unit: configuration.parameters[parameter].keptUnit)
            && (kept.value == value || kept.value == .word("-inf") && value == .number(-.infinity))
    }
}
