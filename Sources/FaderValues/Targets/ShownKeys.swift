/// Keys of targets, and of entries of `targets:`, whose values are no secrets. Where lines of a config are shown, all other values are
/// hidden.
package struct ShownKeys {
    /// The keys of targets, also of those that a trigger presses.
    package let ofTargets: Set<String>
    /// The keys of entries of `targets:`.
    package let ofPeers: Set<String>
    /// The keys of both, and of blocks in the entries.
    package let anywhere: Set<String>

    /// The keys of any target, and of what a trigger does within faderd or sends to a surface.
    private static let general: Set<String> = [
        "read-only", "recall", "recall-next", "over", "save", "undo", "redo", "set", "wait", "midi", "send", "release", "lit-by",
    ]

    /// - Parameter kinds: the kinds of targets that the file can have.
    package init(_ kinds: [any TargetKind.Type]) {
        ofTargets = Self.general.union(kinds.flatMap { $0.shownKeys })
        ofPeers = Set(kinds.flatMap { $0.peerKeys } + ["read-only"])
        anywhere = ofTargets.union(ofPeers).union(kinds.flatMap { $0.peerBlockKeys })
    }
}
