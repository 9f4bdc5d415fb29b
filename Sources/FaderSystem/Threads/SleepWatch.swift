internal import CRealtime
internal import Glibc

/// Notices when the machine wakes from any kind of sleep, without polling a clock.
public enum SleepWatch {
    /// Starts a thread that blocks in the kernel until the clock is set, which waking from sleep also does.
    ///
    /// - Parameter woken: called on that thread each time the machine has woken, with how long it slept.
    public static func start(_ woken: @escaping @Sendable (Duration) -> Void) throws(ThreadError) {
        let descriptor = faderd_clock_watch()
        guard descriptor >= 0 else { throw ThreadError(call: "timerfd_create", errno: -descriptor) }
        let atStart = faderd_asleep_ns()
        do throws(ThreadError) {
            try Thread("faderd-sleep") {
                var before = atStart
                while faderd_clock_wait(descriptor) == 0 {
                    // The clock may also have been set without a sleep.
                    let now = faderd_asleep_ns()
                    let slept = now - min(now, before)
                    guard slept > shortest else { continue }
                    before = now
                    woken(.nanoseconds(Int64(slept)))
                }
                close(descriptor)
            }.detach()
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// In nanoseconds. Less is only the time between readings of two clocks.
    private static let shortest: UInt64 = 1_000_000
}
