internal import FaderConsole
internal import FaderServer
internal import FaderValues

/// A look is the parameters that snapshots keep and undo brings back.
extension Catalog {
    /// Why a parameter is not part of a look, as a sentence; nil if it is part of it, or is not configured.
    func exclusion(of id: String) -> String? { index(of: id).flatMap { exclusion(of: configuration.parameters[$0]) } }

    private func exclusion(of spec: ParameterSpec) -> String? {
        if spec.isFact { return "\(spec.id) is left out of snapshots and undo: it is a fact of another program" }
        if spec.isOfOneAfterAnother {
            return "\(spec.id) is left out of snapshots and undo: it belongs to whichever program is in front"
        }
        return spec.isReadOnly ? "\(spec.id) is read-only: only its target changes it" : nil
    }

    /// Divides the parameters chosen for a snapshot into those of the look, and a sentence for each other one. Refused if the request names
    /// one of the others by its id, or if no parameter is left.
    func parted(_ ids: [String], _ choice: SnapshotChoice) throws(ServiceError) -> (parts: [String], excluded: [String]) {
        let others = ids.compactMap { id in exclusion(of: id).map { (id, reason: $0) } }
        if let named = others.first(where: { choice.names($0.0, partOf: whole(of: $0.0)) }) { throw .refused(named.reason) }
        let excluded = Set(others.map(\.0))
        let parts = ids.filter { !excluded.contains($0) }
        if parts.isEmpty, let first = others.first { throw .refused(first.reason) }
        return (parts, others.map(\.reason))
    }
}
