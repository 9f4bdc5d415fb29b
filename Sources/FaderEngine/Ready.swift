internal import FaderThreads
internal import Synchronization

/// Lets the starter wait until the MIDI thread has asked for realtime scheduling.
final class Ready: Sendable {
    private let result = Mutex<Realtime??>(nil)
    private let bell: Doorbell

    init() throws(ThreadError) { bell = try Doorbell() }

    /// Publishes what was granted; nil if nothing was asked for.
    func open(_ realtime: Realtime?) {
        result.withLock { $0 = .some(realtime) }
        bell.ring()
    }

    func wait() -> Realtime? {
        while true {
            if let realtime = result.withLock({ $0 }) { return realtime }
            bell.wait(atMost: nil)
        }
    }
}
