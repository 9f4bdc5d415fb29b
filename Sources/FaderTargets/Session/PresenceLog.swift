internal import Logging

/// Whether what targets share is there. Logs once, for all of them, that it is gone, and once that it is there again.
struct PresenceLog {
    private let log: Logger
    private let changed: () -> Void
    /// Since when it is known not to be there; nil if it is, or before the first attempt to reach it has ended.
    private(set) var goneSince: Moment?

    /// - Parameter changed: called when it has gone, and when it has come.
    init(_ log: Logger, changed: @escaping () -> Void = {}) { (self.log, self.changed) = (log, changed) }

    /// Where nothing else has said it: `sentence` is logged.
    mutating func gone(_ sentence: String) {
        guard goneSince == nil else { return }
        goneSince = .sinceStart
        log.warning("\(sentence)")
        changed()
    }

    mutating func back(_ name: String) {
        guard goneSince != nil else { return }
        goneSince = nil
        log.notice("\(name) is there again")
        changed()
    }
}

/// What a target shares with others, and whether that is there.
struct SharedPeer {
    /// For people, with its address. It is the same for all targets that share it.
    let name: String
    /// Since when it is not there; nil if it is.
    let goneSince: Moment?
    /// Why it is not there, or what is unusual.
    let note: String?
}
