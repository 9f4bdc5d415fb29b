public import FaderConsole
public import FaderModel
internal import FaderThreads
internal import Synchronization

extension EngineHandle {
    /// Hands over what panels show, in order. What finds no room now follows within 10 ms; what belongs to another generation by then is dropped.
    public func show(_ updates: [PanelUpdate], generation: Generation) {
        guard !updates.isEmpty else { return }
        asking.withLock { $0.panelRequests += updates.map { .panel($0, generation: generation) } }
        if !pushPanelRequests() { link.toAsync.ring() }
    }

    /// Makes the device of a surface start again: it is greeted as a new one, and everything it shows is sent once more. False where it is not
    /// connected, or the configuration is no longer that of `generation`.
    public func reset(_ surface: SurfaceIndex, generation: Generation) async throws -> Bool {
        try await ask(.reset(surface, generation: generation)) { .done($0) }
    }

    /// Borrows a control, drives its motor or gives it back. False where that cannot be done, or the configuration is no longer that of
    /// `generation`.
    public func lend(_ control: ControlIndex, _ loan: Console.Loan, generation: Generation) async throws -> Bool {
        try await askPatiently(.lend(control, loan, generation: generation))
    }

    /// False where some are left.
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
