internal import NIOCore

/// Calls a function of the `Owner` after a time. Owned by it.
@Owner
public final class Alarm {
    private var timer: Scheduled<Void>?

    public init() {}

    public var isSet: Bool { timer != nil }

    /// Sets it in place of an earlier time. Once the alarm is gone, nothing is called.
    public func set(in time: Duration, _ strike: @escaping @Owner () -> Void) {
        timer?.cancel()
        timer = Owner.shared.loop.scheduleTask(in: TimeAmount(time)) { [weak self] in
            Owner.assume {
                guard let self else { return }
                self.timer = nil
                strike()
            }
        }
    }

    public func cancel() {
        timer?.cancel()
        timer = nil
    }
}
