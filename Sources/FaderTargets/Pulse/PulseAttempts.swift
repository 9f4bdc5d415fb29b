internal import FaderLoops
internal import NIOCore

/// Tries to reach the sound server: a few times in quick succession, then whenever something changes in the directory of its socket. Does not poll if that
/// directory can be watched. Owned by the event loop.
final class PulseAttempts {
    private unowned let server: PulseServer
    private(set) var isOn = false
    /// Counts the connections, so that reports of an old one are recognized.
    var generation = 0
    private var failures = 0
    private let next: LoopTimer
    private var watch: FileWatch?

    /// The waits between the first attempts after the server has gone.
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

    /// Notes that the server has answered everything, so that it is a sound server.
    func succeeded() {
        failures = 0
        watch?.close()
        watch = nil
    }

    private func again() {
        // If the environment names no server, waiting is useless, because the environment does not change.
        guard isOn, !next.isSet, server.state != .connecting, server.path.servers != nil else { return }
        if watch == nil, let file = server.path.file {
            watch = FileWatch(file, on: server.loop) { [weak self] in self?.somethingHappened() }
        }
        guard let wait = Self.waits.dropFirst(failures).first ?? longWait else { return }
        failures += 1
        next.set(in: wait) { [weak self] in self?.attempt() }
    }

    /// The wait for polling, if the return of the server cannot be noticed, or another program answers; otherwise nil.
    private var longWait: TimeAmount? { watch == nil || server.path.isOnNetwork || server.isAnswered ? Self.longest : nil }

    private func attempt() {
        guard isOn, server.connection == nil, server.state != .connecting else { return }
        server.connect()
    }

    private func somethingHappened() {
        guard isOn else { return }
        // An attempt that is under way may go to the former server.
        failures = 0
        next.cancel()
        attempt()
    }
}
