internal import FaderConsole
internal import FaderValues

/// Where the revisions of a configuration's parameters and compounds begin, so that no revision ever falls, even when a parameter goes and
/// comes back or its kind changes.
///
/// The console counts the changes of each parameter from 0. Clients see that count plus the parameter's beginning. The beginning is above every revision that
/// was reported for a removed parameter or compound, or by an earlier daemon.
struct Revisions: Sendable, Equatable {
    /// Every revision reported so far for a removed parameter or compound is below this.
    private var floor: Revision
    private var parameters: [Revision]
    private var compounds: [Revision]

    /// The revisions of the first configuration.
    init(_ configuration: Configuration, from floor: Revision) {
        self.floor = floor
        parameters = Array(repeating: floor, count: configuration.parameters.count)
        compounds = Array(repeating: floor, count: configuration.compounds.count)
    }

    /// Where revisions begin in a daemon that starts now: at the milliseconds since 2025. No parameter changes once a millisecond for as long as a daemon runs,
    /// so no revision from before a restart is used again after it. Zero if the clock is not set yet, as on a machine without a clock battery.
    static var start: Revision { Revision(UInt64(max(0, (WallClock.now - 1_735_689_600) * 1000))) }

    /// The revisions of the next configuration, from the old one and its last reports.
    init(of next: Catalog, after old: Catalog, _ reports: [ParameterReport]) {
        let (before, beginnings) = (old.configuration, old.revisions)
        var stays = [Bool](repeating: false, count: before.parameters.count)
        for case let former? in next.former { stays[former.offset] = true }
        let compoundStays = before.compounds.map { compound in
            next.compound(like: compound) != nil && compound.parts.allSatisfy { stays[$0.offset] }
        }
        var isEnded = stays.map { !$0 }
        for (compound, stays) in zip(before.compounds, compoundStays) where !stays {
            for part in compound.parts { isEnded[part.offset] = true }
        }
        let changes = reports.indices.reduce(UInt64(0)) { $0 + (isEnded[$1] ? beginnings.changes(reports[$1]) : 0) }
        let floor = isEnded.contains(true) ? beginnings.floor + changes + 1 : beginnings.floor
        self.floor = floor
        parameters = next.former.map { $0.map { beginnings.beginning(of: $0) } ?? floor }
        compounds = next.configuration.compounds.map { compound in
            guard let index = old.compound(like: compound), compoundStays[index] else { return floor }
            return beginnings.compounds[index]
        }
    }

    /// The revision that clients see for a revision of the console.
    func clientRevision(_ revision: Revision, of parameter: ParameterIndex) -> Revision { beginning(of: parameter) + revision.number }

    /// The revision of a parameter that nobody has changed yet.
    func beginning(of parameter: ParameterIndex) -> Revision { parameters[parameter.offset] }

    /// How often a parameter has changed; the report has the revision that clients see.
    func changes(_ report: ParameterReport) -> UInt64 { report.revision - beginning(of: report.parameter) }

    /// The revision that clients see for a compound: it counts all changes of its parts.
    func clientRevision(ofCompound compound: Int, _ reports: [ParameterReport]) -> Revision {
        reports.reduce(compounds[compound]) { $0 + changes($1) }
    }
}

extension Catalog {
    /// The counterpart of another configuration's parameter: the same id, and a kind and unit in which numbers mean the same. Nil if there is none.
    func index(like spec: ParameterSpec) -> ParameterIndex? {
        guard let index = index(of: spec.id), configuration.parameters[index].counts(like: spec) else {
            return nil
        }
        return index
    }

    /// The counterpart of another configuration's compound: the same id and kind. Nil if there is none.
    fileprivate func compound(like compound: CompoundSpec) -> Int? {
        guard case .compound(let index)? = items[compound.id] else { return nil }
        return configuration.compounds[index].kind.kindWord == compound.kind.kindWord ? index : nil
    }

    /// The revision that clients see for a parameter or compound.
    func revision(of item: Item, _ reports: [ParameterReport]) -> Revision {
        switch item {
        case .parameter: reports[0].revision
        case .compound(let compound): revisions.clientRevision(ofCompound: compound, reports)
        }
    }
}
