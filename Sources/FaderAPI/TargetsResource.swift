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

extension PeerReport: WireType {
    package static let schemaName = "Peer"
    package static let notes: KeyNotes = [
        "name": "the word under targets:, or else what it is",
        "address": "what it is, with its address",
        "kind": KeyNote(stringLiteral: TargetKinds.words.joined(separator: ", ")),
        "goneFor": "seconds; absent if it is there",
        "reason": "why it is not there; absent if it is",
        "parameters": "how many parameters are bound to it, with the triggers that press something there",
    ]
}

extension SilentPeer: WireType {
    package static let notes: KeyNotes = [
        "": "what targets share, a console for example, is not there",
        "name": "the word under targets:; absent if it has none",
        "kind": KeyNote(stringLiteral: TargetKinds.words.joined(separator: ", ")),
        "parameters": .ids("what moves nothing, or does nothing when it is pressed, because of it"),
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
        "peer": "the connection that it shares with others, as in peers of /v1/status; absent if it shares none",
        "matched": "the members of the target at present",
        "differs":
            "whether the members show different values, or whether it is not the first target of its parameter and shows another value than that",
        "writtenAgo": "seconds",
    ]
}
