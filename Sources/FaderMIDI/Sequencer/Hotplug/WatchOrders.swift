internal import FaderConsole
internal import FaderSystem
internal import Synchronization

/// Orders to the watcher's or listener's thread, from any thread; the doorbell wakes it to read them.
final class WatchOrders: Sendable {
    private struct Pending {
        var surfaces: [SurfaceSpec]?
        var isStopping = false
    }

    /// Rung with every order.
    let doorbell: Doorbell
    private let pending = Mutex(Pending())

    /// No orders yet.
    init() throws(SequencerError) {
        do throws(ThreadError) { doorbell = try Doorbell() } catch { throw SequencerError(error) }
    }

    /// Orders the thread to use these surfaces from now on.
    func replace(_ surfaces: [SurfaceSpec]) {
        pending.withLock { $0.surfaces = surfaces }
        doorbell.ring()
    }

    /// Orders the thread to stop.
    func stop() {
        pending.withLock { $0.isStopping = true }
        doorbell.ring()
    }

    /// Whether the thread was ordered to stop.
    var isStopping: Bool { pending.withLock(\.isStopping) }

    /// The newest surfaces, unless they have been returned before, and whether to stop.
    func pop() -> (surfaces: [SurfaceSpec]?, isStopping: Bool) {
        doorbell.clear()
        return pending.withLock { pending in
            let surfaces = pending.surfaces.take()
            return (surfaces, pending.isStopping)
        }
    }
}
