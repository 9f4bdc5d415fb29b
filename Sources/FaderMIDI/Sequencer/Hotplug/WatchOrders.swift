internal import FaderConsole
internal import FaderSystem
internal import Synchronization

/// Orders to the watcher's or the listener's thread, from any thread.
final class WatchOrders: Sendable {
    private struct Pending {
        var surfaces: [SurfaceSpec]?
        var isStopping = false
    }

    let doorbell: Doorbell
    private let pending = Mutex(Pending())

    init() throws(SequencerError) {
        do throws(ThreadError) { doorbell = try Doorbell() } catch { throw SequencerError(error) }
    }

    func replace(_ surfaces: [SurfaceSpec]) {
        pending.withLock { $0.surfaces = surfaces }
        doorbell.ring()
    }

    func stop() {
        pending.withLock { $0.isStopping = true }
        doorbell.ring()
    }

    var isStopping: Bool { pending.withLock(\.isStopping) }

    /// Returns whether to stop, and the newest surfaces if they were not returned before.
    func pop() -> (surfaces: [SurfaceSpec]?, isStopping: Bool) {
        doorbell.clear()
        return pending.withLock { pending in
            let surfaces = pending.surfaces.take()
            return (surfaces, pending.isStopping)
        }
    }
}
