public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

extension EngineHandle {
    /// Sends what panels show, in order. What has no room now follows within 10 ms; updates of another generation are dropped.
    public func show(_ updates: [PanelUpdate], generation: Generation) {
        guard !updates.isEmpty else { return }
        asking.withLock { $0.panelRequests += updates.map { .panel($0, generation: generation) } }
        if !pushPanelRequests() { link.toAsync.ring() }
    }

    /// Makes a surface's device start again: it is greeted as new and sent everything. False if it is not connected, or for another
    /// generation.
    public func reset(_ surface: SurfaceIndex, generation: Generation) async throws -> Bool {
        try await isDone(.reset(surface, generation: generation))
    }

    /// Sends the messages of a trigger, from `first` on. Returns how many were sent: fewer than all if the surface has no room now, nil if
    /// it is not connected. The outer nil: the configuration is no longer that of `generation`.
    public func dispatch(_ index: Int, from first: Int, generation: Generation) async throws -> Int?? {
        let report = try await ask(.dispatch(index, from: first, generation: generation)).last
        return if case .dispatched(_, let count) = report { .some(count) } else { nil }
    }

    /// Borrows a control, drives its motor or gives it back. False if that cannot be done, or for another generation.
    public func lend(_ control: ControlIndex, _ loan: Console.Loan, generation: Generation) async throws -> Bool {
        try await askRetrying(.lend(control, loan, generation: generation))
    }

    /// Borrows the next control that moves, to be learned; nil: no more. It is reported as a hand that `isLearned`. False for another
    /// generation.
    public func learn(_ lesson: Console.Lesson?, generation: Generation) async throws -> Bool {
        try await askRetrying(.learn(lesson, generation: generation))
    }

    func pushPanelRequests() -> Bool {
        let (pushed, isWhole) = asking.withLock { asking in
            let count = asking.panelRequests.count
            guard count > 0, !asking.isStopped else { return (0, true) }
            let pushed = asking.panelRequests.prefix { link.requests.push(Request(ticket: 0, kind: $0)) }.count
            asking.panelRequests.removeFirst(pushed)
            return (pushed, pushed == count)
        }
        if pushed > 0 { link.ringEngine() }
        return isWhole
    }
}
