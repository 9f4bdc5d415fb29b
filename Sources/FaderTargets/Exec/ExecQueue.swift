internal import NIOCore

/// Runs programs, a few at a time. Owned by the event loop. The units of systemd limit the processes of faderd and all its programs
/// together; one without room waits, too.
final class ExecQueue {
    final class Job {
        let command: ChildProcess.Command
        let printing: Bool
        let limit: Duration
        let done: (Job, Result<String, TargetError>) -> Void
        fileprivate var child: ChildProcess?
        /// When a lack of room in the system becomes an error.
        fileprivate var end: NIODeadline?

        /// `done` is called once, unless the job is withdrawn; see `ChildProcess`.
        init(
            _ command: ChildProcess.Command, printing: Bool, limit: Duration, done: @escaping (Job, Result<String, TargetError>) -> Void
        ) {
            (self.command, self.printing, self.limit, self.done) = (command, printing, limit, done)
        }
    }

    /// How many run at the same time.
    static let most = 8
    /// How long to try to run a program for which the system has no room.
    private static let patience = TimeAmount.seconds(60)
    private static let pause = TimeAmount.milliseconds(100)

    private let loop: any EventLoop
    private var running: [ObjectIdentifier: Job] = [:]
    private var waiting: [Job] = []
    private let retry: LoopTimer

    init(_ loop: any EventLoop) { (self.loop, retry) = (loop, LoopTimer(loop)) }

    func add(_ job: Job) {
        waiting.append(job)
        startNext()
    }

    /// Kills it, or does not start it. `done` is not called.
    func withdraw(_ job: Job) {
        waiting.removeAll { $0 === job }
        job.child?.abandon()
        job.child = nil
        running[ObjectIdentifier(job)] = nil
        startNext()
    }

    private func startNext() {
        while !retry.isSet, running.count < Self.most, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    private func start(_ job: Job) {
        running[ObjectIdentifier(job)] = job
        do throws(TargetError) {
            job.child = try ChildProcess(job.command, printing: job.printing, limit: job.limit, on: loop) { [weak self, weak job] result in
                if let self, let job { ended(job, result) }
            }
        } catch {
            // Later: the caller is not ready yet.
            loop.assumeIsolated().execute { [weak self] in self?.ended(job, .failure(error)) }
        }
    }

    private func ended(_ job: Job, _ result: Result<String, TargetError>) {
        guard running.removeValue(forKey: ObjectIdentifier(job)) != nil else { return }
        job.child = nil
        if case .failure(let error) = result, error.isTemporary, isPatient(with: job) {
            waiting.insert(job, at: 0)
            if !retry.isSet { retry.set(in: Self.pause) { [weak self] in self?.startNext() } }
            return
        }
        job.done(job, result)
        startNext()
    }

    private func isPatient(with job: Job) -> Bool {
        let end = job.end ?? .now() + Self.patience
        job.end = end
        return .now() < end
    }
}
