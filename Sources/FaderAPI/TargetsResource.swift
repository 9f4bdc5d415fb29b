public import FaderModel

/// All targets, and what parameters could be bound to; the answer to `GET /v1/targets`.
public struct TargetsResource: WireType, Equatable {
    /// The targets of the config, in its order, then those of playing programs if the config has `apps:`.
    public var targets: [TargetReport]
    /// What the sound server has (devices, and programs that play or record), players, and lights. Includes those that are bound already.
    public var candidates: [TargetCandidate]

    package init(targets: [TargetReport], candidates: [TargetCandidate]) {
        self.targets = targets
        self.candidates = candidates
    }

    package static let notes: KeyNotes = [
        "candidates": "what parameters can be bound to",
        "candidates.kind": "sink, source, app (it plays), capture (it records), player, backlight or leds",
        "candidates.words": "to match it by, the strongest first",
        "candidates.parameter": .id,
    ]
}

extension TargetReport: WireType {
    /// The state of the target, without what was written and read.
    package var standing: TargetReport {
        var report = self
        (report.written, report.writtenAgo, report.read, report.readAgo, report.acknowledgedAgo) = (nil, nil, nil, nil, nil)
        return report
    }

    package static let schemaName = "Target"
    package static let notes: KeyNotes = [
        "parameter": .id,
        "kind": KeyNote(stringLiteral: TargetKinds.words.joined(separator: ", ")),
        "matched": "the members of the target at present",
        "differs":
            "whether the members show different values, or whether it is not the first target of its parameter and shows another value than that",
        "writtenAgo": "seconds",
    ]
}
