internal import Logging

/// Whether a peer is there. Logs once for all its targets that it is gone, and once that it is there again.
struct PresenceLog {
    private let log: Logger
    private let changed: () -> Void
    /// Since when it is known to be gone; nil if it is there, or before the first attempt to reach it has ended.
    private(set) var goneSince: Moment?

    /// - Parameter changed: called when the peer has gone or come.
    init(_ log: Logger, changed: @escaping () -> Void = {}) { (self.log, self.changed) = (log, changed) }

    /// Notes that the peer is gone. Logs `sentence` unless that is already logged.
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

/// The peer that a target shares with others, and whether it is there.
struct SharedPeer {
    /// The name for people, with the address. It is the same for all targets of the peer.
    let name: String
    /// Since when it is not there; nil if it is.
    let goneSince: Moment?
    /// Why it is not there, or what is unusual.
    let note: String?
}
