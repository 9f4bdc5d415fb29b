internal import FaderAPI
internal import FaderSystem
internal import FaderValues
internal import NIOCore

/// A program's connection to faderd: what it declares, and what it follows.
///
/// It connects by itself, again and again if necessary. Then it declares everything again and finds out what happened meanwhile. Without a
/// daemon the program runs with its defaults. What the daemon refuses later is in `problems`.
///
/// A request to the daemon, such as `Parameter.set`, waits for a daemon that restarts: until 5 seconds after it has gone. If it is not back
/// by then, or there was none, the request throws a `Refusal` with the reason `away`, and is not carried out later. A press and the moves of
/// a gesture do not wait, because they only make sense at once. Values that the program puts into properties always wait for a daemon, and
/// the newest is sent.
///
/// Its work is done on one thread, which sleeps while nothing moves. Call `close` to take everything back before the program ends; the end of
/// the program does it too, however it ends.
public actor Faders {
    /// The connection that `@Fader` uses: under the name of the program, to the daemon that `faderctl` finds. Tests replace it with
    /// `Faders.$shared.withValue(faders) { … }`.
    ///
    /// It is made when it is first used. A system without a thread for it ends the program.
    @TaskLocal public static var shared = Faders.ofProgram()

    /// The state of the connection.
    public enum Status: Sendable, Equatable {
        /// Not tried yet.
        case connecting
        /// Connected, to a daemon of this version.
        case connected(version: String)
        /// Waiting for a daemon; the sentence says why.
        case waiting(String)
        /// Closed by the program.
        case closed
    }

    /// The name of the program, which `faderctl list` and the history show.
    public nonisolated let name: String
    nonisolated let board = Board()
    nonisolated let candidates: [String]
    nonisolated let executor: LoopExecutor
    var link: Link?
    var newestStream = 0
    private var isRunning = false
    var isResting = false
    private var sleeper: CheckedContinuation<Void, Never>?
    private var isWoken = false
    /// Tasks that wait until everything is declared, or no daemon can be expected.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// Watches where the socket may be; nil: no search for it has failed yet.
    var watches: [FileWatch]?
    var triesLeft = 0
    /// How long requests wait for a daemon that has gone, in milliseconds.
    var longestReturn: Int64 = 5_000
    /// Nil: a daemon is there, or none has been there yet.
    var returnLimit: NIODeadline?
    /// Others wait for their turn, so that requests are done in order.
    var isAsking = false
    var turns: [CheckedContinuation<Void, Never>] = []

    /// Runs on the thread of the connection.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
    nonisolated var loop: any EventLoop { executor.loop }

    /// Connects under a name, 1…64 characters; returns after the first attempt, whether there is a daemon or not.
    ///
    /// - Parameters:
    ///   - name: what `faderctl list` and the history call the program.
    ///   - socket: the daemon's socket; nil: where `faderctl` looks, `FADERD_SOCKET` and the usual places.
    /// - Throws: a `Refusal` of the name, or if the system has no thread or descriptor left. A missing daemon is no error.
    public init(by name: String, socket: String? = nil) async throws(Refusal) {
        guard Names.isProgram(name) else {
            throw Refusal(
                .declaration, "a program's name has 1 to 64 characters, none of them a control character, for example \"synth\"",
                example: "synth")
        }
        do throws(ClientError) {
            self.init(name, SocketPath.candidates(flag: socket), loop: try ClientLoop.running())
        } catch {
            throw Refusal(.unavailable, error.sentence)
        }
        await settled()
    }

    private init(_ name: String, _ candidates: [String], loop: any EventLoop) {
        (self.name, self.candidates, executor) = (name, candidates, LoopExecutor(loop))
    }

    private static func ofProgram() -> Faders {
        let name = CommandLine.arguments.first.flatMap { $0.split(separator: "/").last.map { String($0) } } ?? ""
        do throws(ClientError) {
            return Faders(Names.isProgram(name) ? name : "program", SocketPath.candidates(flag: nil), loop: try ClientLoop.running())
        } catch {
            fatalError(error.sentence)
        }
    }

    /// The present status.
    public nonisolated var status: Status { board.status }

    /// The present status, then each change; only the newest is kept.
    public nonisolated var statuses: AsyncStream<Status> { board.follow() }

    /// What keeps faders of this program from working: refused declarations, and the reason for a missing connection, unless it is just that
    /// no daemon runs. An entry disappears when its reason is gone.
    public nonisolated var problems: [Refusal] { board.problems }

    /// Takes back everything that this program has declared, and disconnects. Everything that follows it ends.
    public func close() {
        board.close()
        link?.close()
        wake()
        resumeWaiting()
    }

    // MARK: Tasks on the loop

    /// Does what there is to do, and declares an id again. Without a connection the next attempt does that.
    nonisolated func goOn(declaring id: String? = nil) {
        loop.execute {
            self.assumeIsolated { faders in
                if let id { faders.link?.redeclare(id) }
                faders.begin()
                if !faders.isResting { faders.wake() }
            }
        }
    }

    private func begin() {
        guard !isRunning, board.status != .closed else { return }
        isRunning = true
        Task(executorPreference: executor) { await self.run() }
    }

    /// Returns when everything is declared, or at once while there is no daemon for it.
    func settled() async {
        begin()
        // Checked in the closure, as wherever a task of the program waits: other tasks may run before it does.
        await withCheckedContinuation { continuation in
            guard !isResting, board.status != .closed else { return continuation.resume() }
            waiting.append(continuation)
            wake()
        }
    }

    func resumeWaiting() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    /// Ends a `sleep`, or the next one before it begins.
    func wake() {
        isWoken = true
        sleeper?.resume()
        sleeper = nil
    }

    /// Waits until `wake`, or for this time; nil: however long it takes.
    func sleep(_ time: TimeAmount? = nil) async {
        let timer = time.map { loop.scheduleTask(in: $0) { self.assumeIsolated { $0.wake() } } }
        await withCheckedContinuation { if isWoken { $0.resume() } else { sleeper = $0 } }
        isWoken = false
        timer?.cancel()
    }
}
