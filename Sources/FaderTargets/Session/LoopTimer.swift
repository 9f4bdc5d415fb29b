internal import NIOCore

/// Calls one function later, on its event loop, which owns the timer. Nothing is called after the timer is gone.
final class LoopTimer {
    private let loop: any EventLoop
    private var task: Scheduled<Void>?
    private var deadline: NIODeadline?

    init(_ loop: any EventLoop) { self.loop = loop }

    /// Whether it has something to call.
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

    /// The same after some time.
    func set(in time: TimeAmount, _ act: @escaping () -> Void) { set(at: .now() + time, act) }

    /// Calls `act` at a deadline; nil cancels. If the deadline has not changed, the timer stays as it is.
    func follow(_ next: NIODeadline?, _ act: @escaping () -> Void) {
        guard let next else { return cancel() }
        if next != deadline { set(at: next, act) }
    }

    /// The same with a moment counted from the system's start.
    func follow(_ moment: Duration?, _ act: @escaping () -> Void) {
        follow(moment.map { NIODeadline.uptimeNanoseconds(0) + TimeAmount($0) }, act)
    }

    func cancel() {
        task?.cancel()
        (task, deadline) = (nil, nil)
    }
}
