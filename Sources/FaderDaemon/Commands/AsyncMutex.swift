internal import FaderSystem

/// Lets one task through at a time, in the order of arrival.
@Owner
final class AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    /// Returns when it is this task's turn; `unlock` ends it.
    func lock() async {
        // `isTaken` is read inside the closure, because other tasks may run before the closure starts, if this task does not prefer the loop.
        await withCheckedContinuation { task in
            if isTaken { waiting.append(task) } else { task.resume() }
            isTaken = true
        }
    }

    func unlock() {
        guard !waiting.isEmpty else { return isTaken = false }
        waiting.removeFirst().resume()
    }
}

struct SharedMutexes {
    /// One undo, redo, recall or import at a time.
    let restoring = AsyncMutex()
    /// One new configuration at a time, whatever its cause.
    let reloading = AsyncMutex()
    /// One task at a time that must not be interrupted, such as an import. The shutdown waits for its turn, too.
    let wholes = AsyncMutex()
}
