internal import FaderLoops
internal import NIOCore

/// What `Faders` waits for between two connections, and for the end of one. Owned by the thread of the connection.
final class Pause {
    private var watches: [FileWatch] = []
    private var continuation: CheckedContinuation<Void, Never>?
    private var timer: Scheduled<Void>?

    /// Whether `watch` was called, with success or not.
    private(set) var hasTried = false

    /// Whether the system tells what appears where a daemon's socket may be.
    var isWatching: Bool { !watches.isEmpty }

    /// Calls `happened` on the loop when something appears on the way to these paths.
    func watch(_ paths: [String], on loop: any EventLoop, happened: @escaping () -> Void) {
        hasTried = true
        watches = paths.compactMap { FileWatch($0, on: loop, happened: happened) }
    }

    func stopWatching() {
        for watch in watches { watch.close() }
        watches = []
        hasTried = false
    }

    /// Begins to wait until `end`, or for this time; nil: however long it takes.
    func begin(_ continuation: CheckedContinuation<Void, Never>, _ time: TimeAmount?, on loop: any EventLoop) {
        end()
        self.continuation = continuation
        let pause = NIOLoopBound(self, eventLoop: loop)
        timer = time.map { loop.scheduleTask(in: $0) { pause.value.end() } }
    }

    func end() {
        timer?.cancel()
        timer = nil
        continuation?.resume()
        continuation = nil
    }
}
