/// How long to wait before a busy reader is tried again: twice as long each time.
struct RetryPause {
    private static let first = MonotonicTime.Interval.milliseconds(5)
    private static let longest = MonotonicTime.Interval.milliseconds(1000)

    private var pause = RetryPause.first

    mutating func next(after now: MonotonicTime) -> MonotonicTime {
        defer { pause = min(MonotonicTime.Interval(nanoseconds: pause.nanoseconds * 2), Self.longest) }
        return now + pause
    }

    @inline(__always)
    mutating func end() { pause = Self.first }
}
