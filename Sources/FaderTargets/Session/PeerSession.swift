internal import Logging
internal import NIOCore

/// The state of a peer to which targets share a connection: whether it is there, since when it is gone and why, which is logged once, and when it is tried
/// again. Owned by the event loop.
///
/// The owner of the connection calls `opened` when it is usable, `lost` when it has ended or could not be opened, and then `retry`.
final class PeerSession {
    /// The name for people, with its address.
    let name: String
    /// Whether it can be used.
    private(set) var isThere = false
    /// Why it is not there; nil if it is, or before the first attempt has ended.
    private(set) var problem: String?
    private var presence: PresenceLog
    private var backOff: BackOff
    private let timer: LoopTimer
    private var openedAt = NIODeadline.uptimeNanoseconds(0)

    /// A connection that has lasted so long is tried again soon after it is lost.
    static let stable = Duration.seconds(1)

    /// - Parameter changed: called when the peer has gone or come.
    init(_ name: String, _ backOff: BackOff, _ loop: any EventLoop, _ log: Logger, changed: @escaping () -> Void = {}) {
        (self.name, self.backOff, timer) = (name, backOff, LoopTimer(loop))
        presence = PresenceLog(log, changed: changed)
    }

    /// Since when it is not there; nil if it is, or before the first attempt has ended.
    var goneSince: Moment? { presence.goneSince }

    /// Notes that the peer is there.
    func opened() {
        (isThere, problem, openedAt) = (true, nil, .now())
        timer.cancel()
        presence.back(name)
    }

    /// Notes that the connection has ended or could not be opened. Returns whether the peer was there.
    ///
    /// - Parameter sentence: the line for the log, if the loss is not logged yet; nil for the usual one with the reason.
    @discardableResult
    func lost(_ problem: String, _ sentence: String? = nil) -> Bool {
        let wasThere = disconnected()
        self.problem = problem
        presence.gone(sentence ?? "\(name) is not there: \(problem)")
        return wasThere
    }

    /// Notes that the connection has ended, without the reason, which `lost` gives. Returns whether the peer was there.
    @discardableResult
    func disconnected() -> Bool {
        defer { isThere = false }
        // A connection that ends again and again is tried less and less often.
        if isThere, .now() - openedAt >= TimeAmount(Self.stable) { backOff.reset() }
        return isThere
    }

    /// Replaces the problem without logging it.
    func note(_ problem: String) { self.problem = problem }

    /// Whether another attempt is scheduled.
    var isWaiting: Bool { timer.isSet }

    /// How many waits there have been in a row, and whether only the last one is repeated from now on.
    var failures: Int { backOff.failures }
    var isPatient: Bool { backOff.isExhausted }

    /// Tries again after the next wait.
    func retry(_ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(backOff.next()), attempt) }

    /// Tries again after this wait instead of the usual one.
    func retry(in wait: Duration, _ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(wait), attempt) }

    /// Cancels the next attempt.
    func stopWaiting() { timer.cancel() }

    /// Makes the next waits short again.
    func beginAgain() { backOff.reset() }
}
