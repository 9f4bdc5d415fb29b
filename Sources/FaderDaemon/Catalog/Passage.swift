internal import FaderConsole
internal import FaderModel
internal import FaderState

/// The switch from one catalog to the next: with what the parameters begin, and what has to be saved and remembered then. Pure.
///
/// It is worked out before the switch, from a picture of the state and on a thread of its own, because that takes a while where there are
/// many parameters. At the switch `follow` works out again only what has changed since that picture.
struct Passage: Sendable {
    let next: Catalog
    /// The ids of the parameters that the next catalog does not have, neither as a parameter nor as a group.
    let gone: [String]
    /// The parameters of the next catalog that have no counterpart in the former one.
    let new: [ParameterIndex]
    /// The units that values without one adopt, by the parameter: those of all parameters, or if the controls stay, of those with a new id.
    let units: [String: String]
    /// The ids of the parts of each group that is new or gone, or if the controls change, of every group.
    let groups: [[String]]

    /// The reports with which the next configuration begins, settled as in the console. If the console alters a value, its report of that
    /// brings the new revision.
    private(set) var reports: [ParameterReport]
    /// For each parameter of the next catalog, whether somebody has set it since the start.
    private(set) var isChosen: [Bool] = []
    /// For the state file: the values of all parameters, or if the controls stay, only those of new ones; and of parts of groups that are
    /// gone. Those that are bound by the config are left out.
    private(set) var values: [String: KeptValue] = [:]
    /// The values that the state file has to have from now on, even if nobody chose them, so that a restart shows what this configuration
    /// from the file shows: those that it clamped, and those that are no longer the default. Parameters with a target are left out: their
    /// values come from their targets, and a value that counts as chosen would be written to the target.
    private(set) var unsaved: [String: KeptValue] = [:]
    /// The chosen values of the former parameters that are not remembered yet: one that is gone may come back.
    private(set) var left: [String: KeptValue] = [:]
    /// The values that mean something else now, because they were clamped or their unit has changed; see `Bindings.noteUnfit`.
    private(set) var unfit: [String: Double] = [:]

    private let former: Catalog
    private let stored: [String: KeptValue]
    /// Of the state from which it was worked out: the last change, and which parameters somebody had set.
    private let stamp: UInt64
    private let wasChosen: [Bool]
    /// For each former parameter, whether a value of it was remembered.
    private let wasRemembered: [Bool]
    /// For each former parameter, the one with its id in the next catalog, even if it is of another kind.
    private let successors: [ParameterIndex?]
    /// For each former parameter, whether it is gone with the group that it was a part of.
    private let isGoneWithGroup: [Bool]

    /// - Parameters:
    ///   - picture: the state before the switch.
    ///   - kept: all remembered values.
    ///   - stored: the values with which new parameters begin, by the id.
    init(from picture: Mirror.Picture, to next: Catalog, kept: KeptValues, stored: [String: KeptValue]) {
        let (former, before) = (picture.catalog, picture.catalog.configuration)
        (self.next, self.former, self.stored) = (next, former, stored)
        (stamp, wasChosen) = (picture.stamp, picture.isChosen)
        gone = before.parameters.rowIndices.map { former.id(of: $0) }.filter { next.items[$0] == nil }
        new = next.texts.rowIndices.filter { next.former[$0.offset] == nil }
        units = next.units(besides: next.hasSameControls ? former : nil)
        successors = before.parameters.map { next.index(of: $0.id) }
        wasRemembered = before.parameters.map { kept[$0.id]?.isOf(unit: $0.keptUnit) ?? false }
        var (groups, isGoneWithGroup) = ([[String]](), [Bool](repeating: false, count: before.parameters.count))
        for group in before.groups {
            if case .group? = next.items[group.id] { continue }
            groups.append(former.ids(of: group.parts))
            for part in group.parts where next.items[former.id(of: part)] == nil { isGoneWithGroup[part.offset] = true }
        }
        for group in next.configuration.groups {
            guard let first = group.parts.first, !next.hasSameControls || next.former[first.offset] == nil else { continue }
            groups.append(next.ids(of: group.parts))
        }
        (self.groups, self.isGoneWithGroup) = (groups, isGoneWithGroup)
        reports = zip(next.texts.rowIndices, next.initialValues).map { Mirror.initial(next, $0, $1) }
        for parts in former.together { leave(parts, picture.reports, wasChosen) }
        left = left.filter { !kept.has($0.key, $0.value) }
        for parts in next.together { enter(parts, picture.reports) }
    }

    /// Works out again what has changed since, and what is known only now.
    ///
    /// - Parameter stamps: when each parameter has changed; see `Mirror`.
    /// - Parameter next: the next catalog as it comes into force.
    mutating func follow(_ formerReports: [ParameterReport], _ isFormerChosen: [Bool], stamps: [UInt64], _ next: Catalog) {
        for index in formerReports.rowIndices
        where stamps[index.offset] > stamp || isFormerChosen[index.offset] != wasChosen[index.offset] {
            leave(former.partners(of: index), formerReports, isFormerChosen)
            if let successor = successors[index.offset] { enter(next.partners(of: successor), formerReports) }
        }
        isChosen = next.former.map { $0.map { isFormerChosen[$0.offset] } ?? false }
        for index in new { reports[index].revision = next.revisions.beginning(of: index) }
    }

    /// Works out what some former parameters leave behind: one that is in no group, or all parts of a group. Whoever chose one part of a
    /// group has chosen all of it; a default that nobody chose is not kept.
    private mutating func leave(_ parts: [ParameterIndex], _ reports: [ParameterReport], _ isChosen: [Bool]) {
        let isKept = parts.contains { isChosen[$0.offset] || wasRemembered[$0.offset] }
        for part in parts where (isKept || isGoneWithGroup[part.offset]) && !former.isTrigger(part) {
            let (id, value) = (former.id(of: part), former.kept(reports[part].lasting, parameter: part))
            if isKept { left[id] = value }
            if isGoneWithGroup[part.offset] { values[id] = value }
        }
    }

    /// Works out with what some parameters of the next catalog begin: one that is in no group, or all parts of a group.
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
        let group = parts.first.flatMap { next.groupSpec(of: $0) }
        func settled(_ value: (ParameterReport) -> Double) -> [Double] {
            next.configuration.settled(zip(standing, initial).map { $0.map(value) ?? $1 }, of: parts, in: group)
        }
        let values = settled { $0.value }
        let lasting = standing.contains { $0?.isHeld ?? false } ? settled { $0.lasting } : values
        for (place, index) in parts.enumerated() {
            if var report = standing[place] {
                report.parameter = index
                // A button goes on holding what it held, within the new range.
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

    /// Notes what the state file has to have of a parameter.
    private mutating func save(_ index: ParameterIndex, _ id: String, after standing: ParameterReport?) {
        let lasting = reports[index].lasting
        let value = next.kept(lasting, parameter: index)
        // An option that its target calls otherwise now: the file has its former name, if it has the parameter at all.
        if standing != nil, next.hasOtherOptions(index), case .word = value.value { values[id] = value }
        guard standing == nil || !next.hasSameControls, !next.bound.contains(id) else { return }
        values[id] = value
        guard !next.hasSameControls, let counterpart = former.index(of: id) else { return }
        let standard = next.defaultValue(of: index)
        guard let standing else {
            // Of another kind, or with other options: its value may be that of the former one all the same.
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
    /// All parameters: each that is in no group alone, and the parts of each group together.
    fileprivate var together: [[ParameterIndex]] {
        texts.rowIndices.filter { group(of: $0) == nil }.map { [$0] } + configuration.groups.map(\.parts)
    }

    /// All parts of the group that a parameter is a part of, or the parameter alone.
    fileprivate func partners(of parameter: ParameterIndex) -> [ParameterIndex] {
        groupSpec(of: parameter)?.parts ?? [parameter]
    }

    /// Whether a parameter that has just come has the value that was stored for it, or none was.
    func isFit(_ number: Double, of parameter: ParameterIndex, stored: [String: KeptValue]) -> Bool {
        guard let kept = stored[id(of: parameter)] else { return true }
        let value = value(of: number, parameter: parameter)
        // −∞ is stored as a word.
        return kept.isOf(unit: configuration.parameters[parameter].keptUnit)
            && (kept.value == value || kept.value == .word("-inf") && value == .number(-.infinity))
    }
}
