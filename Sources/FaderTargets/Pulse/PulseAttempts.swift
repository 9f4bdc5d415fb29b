internal import FaderSystem
internal import NIOCore

/// Tries to reach the sound server: a few times in quick succession, then whenever something changes in the directory of its socket,
/// without polling if that can be watched. Owned by the event loop.
final class PulseAttempts {
    private let peer: PeerSession
    private let path: PulsePath
    private let loop: any EventLoop
    private let isConnecting: () -> Bool
    private let connect: () -> Void
    private(set) var isOn = false
    var generation = 0
    private var watch: FileWatch?

    /// After the server has gone. The last is used only if nothing can notice that it comes back, or if what answers is no sound server.
    static let backOff = BackOff([
        .milliseconds(20), .milliseconds(100), .milliseconds(300), .milliseconds(600), .seconds(1), .seconds(30),
    ])

    /// `connect` makes an attempt, unless there is a connection or an attempt.
    init(
        _ peer: PeerSession, _ path: PulsePath, _ loop: any EventLoop, isConnecting: @escaping () -> Bool, connect: @escaping () -> Void
    ) {
        (self.peer, self.path, self.loop, self.isConnecting, self.connect) = (peer, path, loop, isConnecting, connect)
    }

    /// Tries at once if it was not trying yet. `isAnswered`: something answered the last attempt.
    func begin(isAnswered: Bool) {
        if !isOn {
            isOn = true
            peer.beginAgain()
            return attempt()
        }
        // Without a server there is nothing to wait for: the environment does not change.
        guard !peer.isWaiting, !isConnecting(), path.servers != nil else { return }
        if watch == nil, let file = path.file { watch = FileWatch(file, on: loop) { [weak self] in self?.somethingHappened() } }
        guard !peer.isOnLastWait || watch == nil || path.isOnNetwork || isAnswered else { return }
        peer.retry { [weak self] in self?.attempt() }
    }

    func end() {
        isOn = false
        generation += 1
        peer.stopWaiting()
        watch?.close()
        watch = nil
    }

    /// The server has answered everything, so it is sound.
    func succeeded() {
        peer.beginAgain()
        watch?.close()
        watch = nil
    }

    private func attempt() { if isOn { connect() } }

    private func somethingHappened() {
        guard isOn else { return }
        // An attempt that is under way may be one at the former server.
        peer.beginAgain()
        peer.stopWaiting()
        attempt()
    }
}
