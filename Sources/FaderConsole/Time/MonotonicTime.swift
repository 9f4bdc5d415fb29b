/// A time on the monotonic clock. The console has no clock: every time is passed in.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Time since an arbitrary start.
    public let nanoseconds: UInt64

    /// A time by its nanoseconds.
    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Later than every other time.
    public static let never = MonotonicTime(nanoseconds: .max)
    /// The start of the clock.
    public static let zero = MonotonicTime(nanoseconds: 0)

    /// Whether one time is before another.
    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// A later time; `.never` stays `.never`.
    public static func + (time: MonotonicTime, interval: Interval) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    /// Whether it is later than another time by more than an interval.
    @inline(__always)
    func isMore(than interval: Interval, after earlier: MonotonicTime) -> Bool {
        // The wrapped difference is read as signed, which is right as long as the two times are less than 292 years apart.
        Int64(bitPattern: nanoseconds &- earlier.nanoseconds) > Int64(bitPattern: interval.nanoseconds)
    }

    /// How long from one time to a later one; zero if it is not later.
    public func interval(since earlier: MonotonicTime) -> Interval {
        Interval(nanoseconds: nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0)
    }

    /// A span of time, never negative.
    public struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable {
        /// Its length.
        public let nanoseconds: UInt64

        /// A span by its nanoseconds.
        public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

        /// The standard library's duration; a negative one becomes zero.
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            guard seconds >= 0, attoseconds >= 0 else {
                self.init(nanoseconds: 0)
                return
            }
            let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
            self.init(nanoseconds: whole.overflow ? .max / 2 : whole.partialValue + UInt64(attoseconds / 1_000_000_000))
        }

        /// A span in milliseconds.
        public static func milliseconds(_ count: UInt64) -> Interval { Interval(nanoseconds: count * 1_000_000) }

        /// The span doubled this many times.
        func doubled(_ times: Int) -> Interval { Interval(nanoseconds: nanoseconds << UInt64(times)) }

        /// Whether one span is shorter than another.
        public static func < (left: Interval, right: Interval) -> Bool { left.nanoseconds < right.nanoseconds }
    }
}
