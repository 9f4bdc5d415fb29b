internal import NIOCore

/// A moment by which something must have happened, put off again and again: its timer is set anew only if the moment comes sooner than
/// before, and a timer that is early sets itself again. Owned by the event loop.
final class Deadline {
    private var moment: NIODeadline?
    private var timer: (end: NIODeadline, task: Scheduled<Void>)?
    private let act: () -> Void

    /// - Parameter act: what is done when the moment has come.
    init(_ act: @escaping () -> Void) { self.act = act }

    /// Sets the moment.
    func set(in time: TimeAmount, on loop: any EventLoop) {
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

    /// There is no moment now. The timer may still strike once, for nothing: where another moment is about to be set, that costs less than
    /// to stop it.
    func forget() { moment = nil }

    /// There is no moment, and no timer.
    func cancel() {
        timer?.task.cancel()
        (moment, timer) = (nil, nil)
    }
}
