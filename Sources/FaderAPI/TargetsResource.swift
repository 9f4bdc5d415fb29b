public import FaderValues

/// All targets, and what parameters could be bound to; the answer to `GET /v1/targets`.
public struct TargetsResource: WireObject, Equatable {
    /// The targets of the config, in its order, then those of playing programs if the config has `apps:`.
    public var targets: [TargetReport]
    /// The sound server's devices, the programs that play or record, players, and lights, with those that are bound already.
    public var candidates: [TargetCandidate]

    package init(targets: [TargetReport], candidates: [TargetCandidate]) {
        self.targets = targets
        self.candidates = candidates
    }
}

extension PeerReport: WireObject {}

extension SilentPeer: WireObject {}

extension TargetReport: WireObject {
    /// The state of the target, without what was written and read.
    package var standing: TargetReport {
        var report = self
        (report.written, report.writtenAgo, report.read, report.readAgo, report.acknowledgedAgo) = (nil, nil, nil, nil, nil)
        return report
    }
}
