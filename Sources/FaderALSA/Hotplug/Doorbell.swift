internal import CALSA
internal import Glibc

/// Wakes a thread out of `poll`: an eventfd.
final class Doorbell: Sendable {
    /// What the thread polls.
    let descriptor: Int32

    /// A silent bell.
    init() throws(SequencerError) {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else { throw .system(call: "eventfd", errno: errno) }
    }

    deinit { Glibc.close(descriptor) }

    /// Wakes the thread, or keeps it from falling asleep. Any thread.
    func ring() { eventfd_write(descriptor, 1) }

    /// Sleeps until the bell is rung, the other descriptor has something to read, or an instant has come (nil: no limit). Returns whether
    /// it was rung.
    func wait(beside other: Int32, until instant: ContinuousClock.Instant?) -> Bool {
        var waiting = (
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        )
        let timeout = instant.map { Self.milliseconds(until: $0) } ?? -1
        // A signal ends the poll early with nothing ready: the caller simply polls again.
        let count = unsafe withUnsafeMutableBytes(of: &waiting) { bytes in
            unsafe poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, timeout)
        }
        // The same when the kernel has no memory for the poll, but after a pause: otherwise this would spin.
        if count < 0, errno != EINTR { usleep(10_000) }
        return waiting.0.revents != 0
    }

    /// Rounded up: a poll that ended too early would only have to be repeated.
    private static func milliseconds(until instant: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: instant)
        guard left > .zero else { return 0 }
        let parts = left.components
        return Int32(clamping: parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Clears the rings; called before the orders are read.
    func silence() {
        var count: eventfd_t = 0
        unsafe eventfd_read(descriptor, &count)
    }
}
