/// A time on the monotonic clock. The console has no clock: every time is passed in.
public struct MonotonicTime: Hashable, Comparable, Sendable, BitwiseCopyable {
    /// Nanoseconds since an arbitrary start.
    public let nanoseconds: UInt64

    public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    public static let never = MonotonicTime(nanoseconds: .max)
    public static let zero = MonotonicTime(nanoseconds: 0)

    public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// A later time. `.never` stays `.never`.
    public static func + (time: MonotonicTime, interval: Interval) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    @inline(__always)
    func isMore(than interval: Interval, after earlier: MonotonicTime) -> Bool {
        // The wrapped difference is read as signed, which is right as long as the two times are less than 292 years apart.
        Int64(bitPattern: nanoseconds &- earlier.nanoseconds) > Int64(bitPattern: interval.nanoseconds)
    }

    /// The time since `earlier`; zero if that is not earlier.
    public func interval(since earlier: MonotonicTime) -> Interval {
        Interval(nanoseconds: nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0)
    }

    /// A span of time. It is never negative.
    public struct Interval: Hashable, Comparable, Sendable, BitwiseCopyable {
        public let nanoseconds: UInt64

        public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

        /// A negative duration becomes zero.
        public init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            guard seconds >= 0, attoseconds >= 0 else {
                self.init(nanoseconds: 0)
                return
            }
            let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
            self.init(nanoseconds: whole.overflow ? .max / 2 : whole.partialValue + UInt64(attoseconds / 1_000_000_000))
        }

        public static func milliseconds(_ count: UInt64) -> Interval { Interval(nanoseconds: count * 1_000_000) }

        func doubled(_ times: Int) -> Interval { Interval(nanoseconds: nanoseconds << UInt64(times)) }

        public static func < (left: Interval, right: Interval) -> Bool { left.nanoseconds < right.nanoseconds }
    }
}
