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

    /// Silences the bell before its reason is looked at.
    func silence() {
        var count: eventfd_t = 0
        unsafe eventfd_read(descriptor, &count)
    }
}
