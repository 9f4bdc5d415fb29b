internal import NIOCore

/// A time, counted from a fixed start, for code that gets times as arguments.
typealias Moment = Duration

extension Moment {
    static var sinceStart: Moment { .nanoseconds(Int64(clamping: NIODeadline.now().uptimeNanoseconds)) }
}
