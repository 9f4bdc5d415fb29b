internal import FaderModel
internal import NIOCore

extension ExecTargetSpec: ConnectedTarget {
    func target(for bound: Targets.Bound, on connections: ExecConnections) -> any Target {
        let (id, changed) = (bound.spec.id, connections.markChanged)
        let mark = RunMarks.mark(of: bound.target.identity, in: bound.mark)
        return ExecTarget(self, bound, mark: mark, in: connections) { changed(id) }
    }
}

/// What all targets that run programs share. Owned by the event loop.
final class ExecConnections: TargetConnections {
    let loop: any EventLoop
    let queue: ExecQueue
    let causes: Causes
    let markChanged: (String) -> Void

    init(_ surroundings: TargetSurroundings) {
        (loop, causes, markChanged) = (surroundings.loop, surroundings.causes, surroundings.markChanged)
        queue = ExecQueue(loop)
    }

    /// Does nothing: the targets that have stopped have withdrawn their programs.
    func keep(for targets: [TargetSpec]) {}

    /// Does nothing.
    func close() {}
}
