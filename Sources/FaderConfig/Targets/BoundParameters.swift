internal import FaderValues

extension [ParameterSpec] {
    /// The parameters, marked as facts of other programs, as read-only, and as of one thing after another where their targets make them so.
    /// A target of a color counts for its parts, too.
    func bound(by targets: [TargetBinding], _ compounds: [CompoundSpec]) -> [ParameterSpec] {
        let facts = targets.filter { $0.target.isFact }
        let readOnly = targets.filter { $0.leads && $0.target.isReadOnly }
        let passing = targets.filter(\.target.isOfOneAfterAnother)
        guard !(facts.isEmpty && readOnly.isEmpty && passing.isEmpty) else { return self }
        let parts = Dictionary(
            compounds.map { compound in (compound.id, compound.parts.map { self[$0.offset].id }) }, uniquingKeysWith: { first, _ in first })
        func ids(_ bindings: [TargetBinding]) -> Set<String> { Set(bindings.flatMap { parts[$0.parameter] ?? [$0.parameter] }) }
        let (factIDs, leading, readOnlyIDs) = (ids(facts), ids(facts.filter(\.leads)), ids(readOnly))
        let passingIDs = ids(passing)
        return map { spec in
            var told = spec
            told.isFact = factIDs.contains(spec.id)
            told.isFactOfLeader = leading.contains(spec.id)
            told.isOfOneAfterAnother = passingIDs.contains(spec.id)
            told.isReadOnly = readOnlyIDs.contains(spec.id)
            return told
        }
    }
}

extension ParameterTable {
    /// Parameters whose leading target is only read, and compounds in which this is true of all parts.
    func readOnly(_ targets: [TargetBinding]) -> Set<String> {
        let told = specs.bound(by: targets, compounds)
        let whole = compounds.filter { compound in compound.parts.allSatisfy { told[$0.offset].isReadOnly } }
        return Set(told.filter(\.isReadOnly).map(\.id) + whole.map(\.id))
    }
}
