internal import NIOCore

/// Calls a function of the `Owner` after a time. Owned by it.
@Owner
public final class Alarm {
    private var timer: Scheduled<Void>?

    /// Not set.
    public init() {}

    /// Sets it; a time that was set before no longer counts.
    public func set(in time: Duration, _ strike: @escaping @Owner () -> Void) {
        timer?.cancel()
        timer = Owner.shared.loop.scheduleTask(in: TimeAmount(time)) { Owner.assume { strike() } }
    }

    /// Forgets the time that was set.
    public func cancel() {
        timer?.cancel()
        timer = nil
    }
}
