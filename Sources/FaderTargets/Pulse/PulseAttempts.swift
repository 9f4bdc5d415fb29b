internal import FaderSystem
internal import NIOCore

/// Tries to reach the sound server: a few times in quick succession, then whenever something changes in the directory of its socket. Does not poll if that
/// directory can be watched. Owned by the event loop.
final class PulseAttempts {
    private unowned let server: PulseServer
    private(set) var isOn = false
    /// Counts the connections, so that reports of an old one are recognized.
    var generation = 0
    private var watch: FileWatch?

    /// The waits between attempts after the server has gone. The last is used only if nothing can notice that it comes back, or if something
    /// answers that is not a sound server.
    static let backOff = BackOff([
        .milliseconds(20), .milliseconds(100), .milliseconds(300), .milliseconds(600), .seconds(1), .seconds(30),
    ])

    init(_ server: PulseServer) { self.server = server }

    /// Starts trying, at once if it was not trying yet.
    func begin() {
        if !isOn {
            isOn = true
            server.peer.beginAgain()
            return attempt()
        }
        again()
    }

    func end() {
        isOn = false
        generation += 1
        server.peer.stopWaiting()
        watch?.close()
        watch = nil
    }

    /// Notes that the server has answered everything, so that it is a sound server.
    func succeeded() {
        server.peer.beginAgain()
        watch?.close()
        watch = nil
    }

    private func again() {
        // Without a server there is nothing to wait for: the environment does not change.
        guard isOn, !server.peer.isWaiting, server.state != .connecting, server.path.servers != nil else { return }
        if watch == nil, let file = server.path.file {
            watch = FileWatch(file, on: server.loop) { [weak self] in self?.somethingHappened() }
        }
        guard !server.peer.isOnLastWait || watch == nil || server.path.isOnNetwork || server.isAnswered else { return }
        server.peer.retry { [weak self] in self?.attempt() }
    }

    private func attempt() {
        guard isOn, server.connection == nil, server.state != .connecting else { return }
        server.connect()
    }

    private func somethingHappened() {
        guard isOn else { return }
        // An attempt that is under way may be one at the former server.
        server.peer.beginAgain()
        server.peer.stopWaiting()
        attempt()
    }
}
