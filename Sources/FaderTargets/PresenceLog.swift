internal import Logging

/// Logs once, for all targets on it, that something is gone, and once that it is there again.
struct PresenceLog {
    private let log: Logger
    private var isGone = false

    init(_ log: Logger) { self.log = log }

    mutating func gone(_ sentence: String) {
        if !isGone { log.warning("\(sentence)") }
        isGone = true
    }

    mutating func back(_ name: String) {
        if isGone { log.notice("\(name) is there again") }
        isGone = false
    }
}
