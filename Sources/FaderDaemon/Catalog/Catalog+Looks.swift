internal import FaderConsole
internal import FaderModel
internal import FaderServer

/// What is part of a look, which snapshots keep and undo brings back, and what is not.
extension Catalog {
    /// Why a parameter is no part of a look, as a sentence; nil if it is, or is not configured.
    func exclusion(of id: String) -> String? { index(of: id).flatMap { exclusion(of: configuration.parameters[$0]) } }

    private func exclusion(of spec: ParameterSpec) -> String? {
        if spec.isFact { return "\(spec.id) is not part of a look: it is a fact of another program" }
        return spec.isReadOnly ? "\(spec.id) is read-only: only its target changes it" : nil
    }

    /// Some parameters that a snapshot is to be about: those that are part of a look, and why the others are not, a sentence each. Refused if
    /// somebody has asked for one of those by its id, or if there are only such.
    func parted(_ ids: [String], _ choice: SnapshotChoice) throws(ServiceError) -> (parts: [String], excluded: [String]) {
        let others = ids.compactMap { id in exclusion(of: id).map { (id, reason: $0) } }
        func whole(_ id: String) -> String { index(of: id).flatMap { groupSpec(of: $0) }?.id ?? id }
        if let named = others.first(where: { choice.names($0.0, partOf: whole($0.0)) }) { throw .refused(named.reason) }
        let excluded = Set(others.map(\.0))
        let parts = ids.filter { !excluded.contains($0) }
        if parts.isEmpty, let first = others.first { throw .refused(first.reason) }
        return (parts, others.map(\.reason))
    }
}
