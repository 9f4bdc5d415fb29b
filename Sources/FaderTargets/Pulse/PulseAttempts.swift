internal import FaderLoops
internal import NIOCore

/// Tries to reach the sound server: a few times in quick succession, then whenever something happens where its socket should be. Does not
/// poll as long as that directory can be watched. Owned by the event loop.
final class PulseAttempts {
    private unowned let server: PulseServer
    private(set) var isOn = false
    /// Counts the connections, so that reports of an old one are recognized.
    var generation = 0
    private var failures = 0
    private let next: LoopTimer
    private var watch: FileWatch?

    /// The waits between attempts after the server has gone.
    private static let waits: [TimeAmount] = [.milliseconds(20), .milliseconds(100), .milliseconds(300), .milliseconds(600), .seconds(1)]
    /// The wait between attempts if the program that answers is not a sound server.
    private static let longest = TimeAmount.seconds(30)

    init(_ server: PulseServer) { (self.server, next) = (server, LoopTimer(server.loop)) }

    /// Starts trying, at once if it was not trying yet.
    func begin() {
        if !isOn {
            isOn = true
            failures = 0
            return attempt()
        }
        again()
    }

    func end() {
        isOn = false
        generation += 1
        next.cancel()
        watch?.close()
        watch = nil
    }

    /// The server has answered everything, so it is a sound server.
    func succeeded() {
        failures = 0
        watch?.close()
        watch = nil
    }

    private func again() {
        // Without a server there is nothing to wait for: the environment does not change.
        guard isOn, !next.isSet, server.state != .connecting, server.path.servers != nil else { return }
        if watch == nil, let file = server.path.file {
            watch = FileWatch(file, on: server.loop) { [weak self] in self?.somethingHappened() }
        }
        guard let wait = Self.waits.dropFirst(failures).first ?? longWait else { return }
        failures += 1
        next.set(in: wait) { [weak self] in self?.attempt() }
    }

    /// A wait, if nothing can notice that the server comes back, or if something answers that is not a sound server.
    private var longWait: TimeAmount? { watch == nil || server.path.isOnNetwork || server.isAnswered ? Self.longest : nil }

    private func attempt() {
        guard isOn, server.connection == nil, server.state != .connecting else { return }
        server.connect()
    }

    private func somethingHappened() {
        guard isOn else { return }
        // An attempt that is under way may be one at the former server.
        failures = 0
        next.cancel()
        attempt()
    }
}
