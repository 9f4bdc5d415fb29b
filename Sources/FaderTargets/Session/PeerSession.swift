internal import Logging
internal import NIOCore

/// How a program stands that targets share a connection to: whether it is there, since when it is not and why, which the log says once, and
/// when it is tried again. Owned by the event loop.
///
/// Whoever opens the connection tells what happens to it: `opened` when it is usable, `lost` when it has ended or could not be opened, and then
/// `retry`.
final class PeerSession {
    /// For people, with its address.
    let name: String
    /// Whether it can be used.
    private(set) var isThere = false
    /// Why it is not there; nil if it is, or before the first attempt has ended.
    private(set) var problem: String?
    private var presence: PresenceLog
    private var backOff: BackOff
    private let timer: LoopTimer
    private var openedAt = NIODeadline.uptimeNanoseconds(0)

    /// A connection that has lasted so long is tried again soon when it is lost.
    static let stable = Duration.seconds(1)

    /// - Parameter changed: called when it has gone, and when it has come.
    init(_ name: String, _ backOff: BackOff, _ loop: any EventLoop, _ log: Logger, changed: @escaping () -> Void = {}) {
        (self.name, self.backOff, timer) = (name, backOff, LoopTimer(loop))
        presence = PresenceLog(log, changed: changed)
    }

    /// Since when it is not there; nil if it is, or before the first attempt has ended.
    var goneSince: Moment? { presence.goneSince }

    /// It is there.
    func opened() {
        (isThere, problem, openedAt) = (true, nil, .now())
        timer.cancel()
        presence.back(name)
    }

    /// Its connection has ended, or could not be opened. Returns whether it was there.
    ///
    /// - Parameter sentence: what the log says if it does not know yet; nil: that it is not there, and why.
    @discardableResult
    func lost(_ problem: String, _ sentence: String? = nil) -> Bool {
        let wasThere = disconnected()
        self.problem = problem
        presence.gone(sentence ?? "\(name) is not there: \(problem)")
        return wasThere
    }

    /// Its connection has ended; why is still to be said by `lost`. Returns whether it was there.
    @discardableResult
    func disconnected() -> Bool {
        defer { isThere = false }
        // One that ends again and again is tried less and less often.
        if isThere, .now() - openedAt >= TimeAmount(Self.stable) { backOff.reset() }
        return isThere
    }

    /// Says what is wrong beside that; the log does not say it.
    func note(_ problem: String) { self.problem = problem }

    /// Whether it is to be tried again at some time.
    var isWaiting: Bool { timer.isSet }

    /// How many waits in turn there have been, and whether the last one is repeated from now on.
    var failures: Int { backOff.failures }
    var isPatient: Bool { backOff.isExhausted }

    /// Tries again after the next wait.
    func retry(_ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(backOff.next()), attempt) }

    /// Tries again after this wait, which is none of the usual ones.
    func retry(in wait: Duration, _ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(wait), attempt) }

    /// Tries no more: an attempt is made now, or there are none any more.
    func stopWaiting() { timer.cancel() }

    /// The next waits are short again.
    func beginAgain() { backOff.reset() }
}
