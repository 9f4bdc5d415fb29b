internal import FaderConsole
internal import FaderValues
internal import Glibc
internal import Synchronization

/// Converts monotonic times to dates, in whole milliseconds. The same time always gets the same date.
enum WallClock {
    /// The wall clock minus the monotonic clock, in nanoseconds, as last measured; at first a value that no clock can have.
    private static let distance = Atomic(Int64.min)

    /// The wall-clock time in seconds since 1970. For one time it is always the same, as long as nobody sets the clock.
    static func seconds(at time: MonotonicTime) -> Double {
        let found = measured()
        var kept = distance.load(ordering: .relaxed)
        // A difference of less than a millisecond comes from the measuring itself.
        if (kept &- found).magnitude >= 1_000_000 {
            // If two threads measure a new difference at the same time, both use the one stored first.
            let (isFirst, other) = distance.compareExchange(expected: kept, desired: found, ordering: .relaxed)
            kept = isFirst ? found : other
        }
        return WallTime.rounded(Double(kept + Int64(clamping: time.nanoseconds)) / 1e9)
    }

    static var now: Double { WallTime.rounded(WallTime.now) }

    /// The difference between both clocks, from the best of several readings.
    private static func measured() -> Int64 {
        var best = (width: Int64.max, distance: Int64(0))
        for _ in 0..<3 {
            let before = read(CLOCK_MONOTONIC)
            let wall = read(CLOCK_REALTIME)
            let width = read(CLOCK_MONOTONIC) - before
            if width < best.width { best = (width, wall - before - width / 2) }
        }
        return best.distance
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var now = timespec()
        unsafe clock_gettime(clock, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }
}
