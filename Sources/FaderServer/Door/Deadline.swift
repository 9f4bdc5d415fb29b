package import NIOCore

/// A time by which something must have happened, and which is often postponed. A new timer is set only if the new time is earlier than the
/// timer's; one that fires too early is set again. Owned by the event loop.
package final class Deadline {
    private var moment: NIODeadline?
    private var timer: (end: NIODeadline, task: Scheduled<Void>)?
    private let act: () -> Void

    package init(_ act: @escaping () -> Void) { self.act = act }

    package func set(in time: TimeAmount, on loop: any EventLoop) {
        moment = .now() + time
        startTimer(on: loop)
    }

    private func startTimer(on loop: any EventLoop) {
        guard let moment else { return }
        if let timer, timer.end <= moment { return }
        timer?.task.cancel()
        timer = (moment, loop.assumeIsolated().scheduleTask(deadline: moment) { [weak self] in self?.strike(loop) })
    }

    private func strike(_ loop: any EventLoop) {
        timer = nil
        guard let moment, moment <= .now() else { return startTimer(on: loop) }
        self.moment = nil
        act()
    }

    /// The timer may still fire once without effect. If another deadline is set soon, that is cheaper than stopping it.
    package func forget() { moment = nil }

    /// Removes the deadline and stops the timer.
    package func cancel() {
        timer?.task.cancel()
        (moment, timer) = (nil, nil)
    }
}
