internal import FaderCore
internal import Glibc

/// Moments of the MIDI thread's clock as people date them.
enum WallClock {
    /// Seconds since 1970 of a moment on the monotonic clock, by what both clocks say now.
    static func seconds(at time: MonotonicTime) -> Double {
        read(CLOCK_REALTIME) - (read(CLOCK_MONOTONIC) - Double(time.nanoseconds) / 1e9)
    }

    /// Seconds since 1970.
    static var now: Double { read(CLOCK_REALTIME) }

    private static func read(_ clock: clockid_t) -> Double {
        var now = timespec()
        unsafe clock_gettime(clock, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    }
}
