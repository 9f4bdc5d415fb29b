internal import NIOCore

/// A time, counted from some fixed start: for whatever does not know the clock itself.
typealias Moment = Duration

extension Moment {
    /// The time now, from the system's start.
    static var sinceStart: Moment { .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)) }
}
