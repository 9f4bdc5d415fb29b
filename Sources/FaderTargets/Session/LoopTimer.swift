internal import NIOCore

/// Calls one function later, on its event loop, which owns the timer. Nothing is called after the timer is gone.
final class LoopTimer {
    private let loop: any EventLoop
    private var task: Scheduled<Void>?
    private var deadline: NIODeadline?

    init(_ loop: any EventLoop) { self.loop = loop }

    var isSet: Bool { task != nil }

    /// Calls `act` at a time. This replaces an earlier call that is still due.
    func set(at deadline: NIODeadline, _ act: @escaping () -> Void) {
        cancel()
        self.deadline = deadline
        task = loop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
            guard let self else { return }
            (task, self.deadline) = (nil, nil)
            act()
        }
    }

    func set(in time: TimeAmount, _ act: @escaping () -> Void) { set(at: .now() + time, act) }

    /// Nil cancels. If the deadline has not changed, the timer stays as it is.
    func follow(_ next: NIODeadline?, _ act: @escaping () -> Void) {
        guard let next else { return cancel() }
        if next != deadline { set(at: next, act) }
    }

    func follow(_ moment: Duration?, _ act: @escaping () -> Void) {
        follow(moment.map { NIODeadline.uptimeNanoseconds(0) + TimeAmount($0) }, act)
    }

    func cancel() {
        task?.cancel()
        (task, deadline) = (nil, nil)
    }
}
