internal import Logging

/// How something stands that targets share. The log says once, for all targets, that it has gone, and once that it is there again. Owned by
/// the event loop.
///
/// Whoever reaches it calls `opened` when it can be used, and `lost` when it has ended or could not be reached.
class PeerStanding {
    /// For people, with its address.
    let name: String
    private(set) var isThere = false
    /// Why it is not there, or what is unusual; nil before the first attempt has ended.
    private(set) var problem: String?
    /// Since when it is known not to be there; nil before the first attempt to reach it has ended.
    private(set) var goneSince: Moment?
    private let log: Logger
    private let changed: () -> Void

    init(_ name: String, _ log: Logger, changed: @escaping () -> Void = {}) { (self.name, self.log, self.changed) = (name, log, changed) }

    func opened() {
        (isThere, problem) = (true, nil)
        guard goneSince != nil else { return }
        goneSince = nil
        log.notice("\(name) is there again")
        changed()
    }

    /// Returns whether it was there. `sentence` is what the log says if it does not know yet; nil: that it is not there, and why.
    @discardableResult
    final func lost(_ problem: String, _ sentence: String? = nil) -> Bool {
        let wasThere = disconnected()
        self.problem = problem
        guard goneSince == nil else { return wasThere }
        goneSince = .sinceStart
        log.warning("\(sentence ?? "\(name) is not there: \(problem)")")
        changed()
        return wasThere
    }

    /// It has ended; why is still to be said by `lost`. Returns whether it was there.
    @discardableResult
    func disconnected() -> Bool {
        defer { isThere = false }
        return isThere
    }

    /// What is wrong, or that nothing is any more; the log does not say it.
    final func note(_ problem: String?) { self.problem = problem }

    /// The peer for reports. `note` is why it is not there, or what is unusual.
    final func shared(note: String?) -> SharedPeer { SharedPeer(name: name, goneSince: goneSince, note: note) }
}

struct SharedPeer {
    /// For people, with its address. It is the same for all targets that share it.
    let name: String
    let goneSince: Moment?
    let note: String?
}
