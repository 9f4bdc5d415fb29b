public import FaderValues

/// All targets, and what parameters could be bound to; the answer to `GET /v1/targets`.
public struct TargetsResource: WireObject, Equatable {
    /// The targets of the config, in its order, then those of playing programs if the config has `apps:`.
    public var targets: [TargetReport]
    /// The sound server's devices, the programs that play or record, players, lights, and what connections have, with those that are bound already.
    public var candidates: [TargetCandidate]
    /// How many more there are, beyond what is listed; nil if that is all.
    public var more: Int?

    package init(targets: [TargetReport], candidates: [TargetCandidate], more: Int? = nil) {
        self.targets = targets
        self.candidates = candidates
        self.more = more
    }
}

extension PeerReport: WireObject {}

extension SilentPeer: WireObject {}

extension TargetReport: WireObject {
    /// The report without the counts and values that change all the time: what was written and what was read.
    package var standing: TargetReport {
        var report = self
        (report.written, report.writtenAgo, report.read, report.readAgo, report.acknowledgedAgo) = (nil, nil, nil, nil, nil)
        return report
    }
}
