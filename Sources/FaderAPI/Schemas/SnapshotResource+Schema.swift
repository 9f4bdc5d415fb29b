internal import FaderModel

extension SnapshotResource: WireType {
    package static let notes: KeyNotes = [
        "saved": .time, "count": "how many values it holds", "over": "seconds of its fade; absent if it has none",
        "notHeard": "in the answer to save: how many parameters it left out because their values are not known; absent if none",
    ]
}

extension SnapshotRequest: WireRequest {
    package static let notes: KeyNotes = [
        "over": .from(0, to: 600, "seconds of its fade; 0: none; default: that of the snapshot that it replaces"),
        "only": .named(IDPatterns.self), "except": .named(IDPatterns.self),
    ]
}

extension RecallRequest: WireRequest {
    package static let notes: KeyNotes = [
        "over": .from(0, to: 600, "seconds of the glide; 0: at once; default: the fade of the snapshot"),
        "only": .named(IDPatterns.self, "a parameter that is recall-safe has to be named by its whole id"),
        "except": .named(IDPatterns.self),
    ]
}
