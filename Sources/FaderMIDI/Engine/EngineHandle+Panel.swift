public import FaderConsole
internal import FaderSystem
public import FaderValues
internal import Synchronization

extension EngineHandle {
    /// Sends the MIDI thread what panels show, in order. Updates for which there is no room now follow within 10 ms; those of another generation
    /// are dropped.
    public func show(_ updates: [PanelUpdate], generation: Generation) {
        guard !updates.isEmpty else { return }
        asking.withLock { $0.panelRequests += updates.map { .panel($0, generation: generation) } }
        if !pushPanelRequests() { link.toAsync.ring() }
    }

    /// Makes the device of a surface start again: it is greeted as a new device, and everything it shows is sent again. False if it is not
    /// connected, or if the configuration is no longer that of `generation`.
    public func reset(_ surface: SurfaceIndex, generation: Generation) async throws -> Bool {
        try await isDone(.reset(surface, generation: generation))
    }

    /// Sends the messages of a trigger, from `first` on. Returns how many have been sent: fewer than all if the surface has no room now,
    /// nil if the surface is not connected. The outer nil: the configuration is no longer that of `generation`.
    public func dispatch(_ index: Int, from first: Int, generation: Generation) async throws -> Int?? {
        let report = try await ask(.dispatch(index, from: first, generation: generation)).last
        return if case .dispatched(_, let count) = report { .some(count) } else { nil }
    }

    /// Borrows a control, drives its motor or gives the control back. False if that cannot be done, or if the configuration is no longer
    /// that of `generation`.
    public func lend(_ control: ControlIndex, _ loan: Console.Loan, generation: Generation) async throws -> Bool {
        try await askRetrying(.lend(control, loan, generation: generation))
    }

    /// Borrows the next control that moves, to be learned; nil: no more. It is reported as a hand that `isLearned`. False if the configuration is
    /// no longer that of `generation`.
    public func learn(_ lesson: Console.Lesson?, generation: Generation) async throws -> Bool {
        try await askRetrying(.learn(lesson, generation: generation))
    }

    /// Pushes the waiting panel updates; false if some are left.
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
