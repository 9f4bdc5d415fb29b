internal import FaderConsole
internal import FaderValues

/// Where the revisions of parameters and compounds begin, so that none ever falls, even when a parameter goes and comes back or its kind
/// changes.
/// The console counts each parameter's changes from 0; clients see that count plus the beginning, which is above every revision reported
/// for what was removed, or by an earlier daemon.
struct Revisions: Sendable, Equatable {
    /// Above every revision reported so far for a removed parameter or compound.
    private var floor: Revision
    private var parameters: [Revision]
    private var compounds: [Revision]

    init(_ configuration: Configuration, from floor: Revision) {
        self.floor = floor
        parameters = Array(repeating: floor, count: configuration.parameters.count)
        compounds = Array(repeating: floor, count: configuration.compounds.count)
    }

    /// Where revisions begin in a daemon that starts now: at the milliseconds since 2025. No parameter changes once a millisecond, so no
    /// revision is used again after a restart. Zero if the clock is not set yet.
    static var start: Revision { Revision(UInt64(max(0, (WallClock.now - 1_735_689_600) * 1000))) }

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

    func clientRevision(_ revision: Revision, of parameter: ParameterIndex) -> Revision { beginning(of: parameter) + revision.number }

    func beginning(of parameter: ParameterIndex) -> Revision { parameters[parameter.offset] }

    /// `report` has the revision that clients see.
    func changes(_ report: ParameterReport) -> UInt64 { report.revision - beginning(of: report.parameter) }

    /// The revision of a compound for clients. It counts all changes of its parts.
    func clientRevision(ofCompound compound: Int, _ reports: [ParameterReport]) -> Revision {
        reports.reduce(compounds[compound]) { $0 + changes($1) }
    }
}

extension Catalog {
    /// The same id, and a kind and unit in which numbers mean the same.
    func index(like spec: ParameterSpec) -> ParameterIndex? {
        guard let index = index(of: spec.id), configuration.parameters[index].counts(like: spec) else {
            return nil
        }
        return index
    }

    /// The compound here with the same id and kind; nil if there is none.
    fileprivate func compound(like compound: CompoundSpec) -> Int? {
        guard case .compound(let index)? = items[compound.id] else { return nil }
        return configuration.compounds[index].kind.kindWord == compound.kind.kindWord ? index : nil
    }

    func revision(of item: Item, _ reports: [ParameterReport]) -> Revision {
        switch item {
        case .parameter: reports[0].revision
        case .compound(let compound): revisions.clientRevision(ofCompound: compound, reports)
        }
    }
}
