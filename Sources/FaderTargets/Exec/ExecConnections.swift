internal import FaderValues
internal import NIOCore

extension ExecTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: ExecConnections) -> any Target {
        ExecTarget(self, bound, connections)
    }
}

extension ExecTargetSpec: PressedTarget {
    func prepare(on connections: ExecConnections) {}

    func shared(on connections: ExecConnections) -> SharedPeer? { nil }

    func press(on connections: ExecConnections, done: @escaping (Result<String, TargetError>) -> Void) {
        let command = ChildProcess.Command(arguments: arguments, environment: variables([:]))
        connections.runOnce(command, limit: limit) { result in done(result.map { _ in "exit 0" }) }
    }
}

/// Owned by the event loop.
final class ExecConnections: TargetConnections {
    let loop: any EventLoop
    let queue: ExecQueue
    let markChanged: (String) -> Void
    /// Programs of triggers that have not ended.
    private var runs: [(job: ExecQueue.Job, done: (Result<String, TargetError>) -> Void)] = []

    init(_ surroundings: TargetSurroundings) {
        (loop, markChanged) = (surroundings.loop, surroundings.markChanged)
        queue = ExecQueue(loop)
    }

    /// Runs a program for a trigger.
    func runOnce(_ command: ChildProcess.Command, limit: Duration, done: @escaping (Result<String, TargetError>) -> Void) {
        let job = ExecQueue.Job(command, printing: false, limit: limit) { [weak self] job, result in
            self?.runs.removeAll { $0.job === job }
            done(result)
        }
        runs.append((job, done))
        queue.add(job)
    }

    /// Stopped targets have withdrawn their programs, and those of triggers go on.
    func keep(for targets: [TargetSpec]) {}

    func close() {
        let former = runs
        runs = []
        for run in former {
            queue.withdraw(run.job)
            run.done(.failure(TargetError(description: "faderd is ending")))
        }
    }
}
