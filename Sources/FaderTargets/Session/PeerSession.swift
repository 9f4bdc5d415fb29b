internal import Logging
internal import NIOCore

/// How a program stands to which targets share a connection, and when it is tried again. Owned by the event loop.
///
/// Whoever opens the connection calls `retry` after `lost`, unless there is something better to wait for.
final class PeerSession: PeerStanding {
    private var backOff: BackOff
    private let timer: LoopTimer
    private var openedAt = NIODeadline.uptimeNanoseconds(0)

    /// A connection that has lasted so long is tried again soon after it is lost.
    static let stable = Duration.seconds(1)

    /// `changed` is called when the peer has gone or come.
    init(_ name: String, _ backOff: BackOff, _ loop: any EventLoop, _ log: Logger, changed: @escaping () -> Void = {}) {
        (self.backOff, timer) = (backOff, LoopTimer(loop))
        super.init(name, log, changed: changed)
    }

    override func opened() {
        openedAt = .now()
        timer.cancel()
        super.opened()
    }

    @discardableResult
    override func disconnected() -> Bool {
        // One that ends again and again is tried less and less often.
        if isThere, .now() - openedAt >= TimeAmount(Self.stable) { backOff.reset() }
        return super.disconnected()
    }

    var isWaiting: Bool { timer.isSet }

    /// How many waits in turn there have been, whether the next one is the last, and whether that is repeated from now on.
    var failures: Int { backOff.failures }
    var isOnLastWait: Bool { backOff.isOnLast }
    var isPatient: Bool { backOff.isExhausted }

    func retry(_ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(backOff.next()), attempt) }

    func retry(in wait: Duration, _ attempt: @escaping () -> Void) { timer.set(in: TimeAmount(wait), attempt) }

    func stopWaiting() { timer.cancel() }

    func beginAgain() { backOff.reset() }
}
