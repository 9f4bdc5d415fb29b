internal import CRealtime
internal import Glibc

/// An eventfd with which any thread wakes another.
public final class Doorbell: Sendable {
    public let descriptor: Int32

    public init() throws(ThreadError) {
        descriptor = faderd_doorbell_open()
        guard descriptor >= 0 else { throw ThreadError(call: "eventfd", errno: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Wakes the thread that waits, or lets its next wait return at once. Never blocks.
    public func ring() { faderd_doorbell_ring(descriptor) }

    /// Sleeps until the bell is rung or `limit` has passed (nil: none), and clears the rings. A signal may end it early.
    public func wait(atMost limit: Duration?) { if wait(beside: -1, atMost: limit) { clear() } }

    /// Sleeps until the bell is rung, another descriptor is readable, or `limit` has passed (nil: none). A signal may end it early. Returns
    /// whether the bell was rung; does not clear the rings.
    public func wait(beside other: Int32, atMost limit: Duration?) -> Bool { wait(beside: other, nanoseconds: Self.nanoseconds(limit)) }

    /// Clears all rings so far. Never blocks.
    public func clear() { faderd_doorbell_clear(descriptor) }

    private func wait(beside other: Int32, nanoseconds: Int64) -> Bool {
        var (ready, otherReady): (Int16, Int16) = (0, 0)
        // If a signal ends it early, nothing is ready, and the caller looks again.
        _ = unsafe faderd_poll2(descriptor, Int16(POLLIN), &ready, other, Int16(POLLIN), &otherReady, nanoseconds)
        return ready != 0
    }

    private static func nanoseconds(_ limit: Duration?) -> Int64 {
        guard let limit else { return -1 }
        let (seconds, attoseconds) = limit.components
        // Rounded up, because a wait that ended too early would have to be repeated.
        return max(0, min(seconds, 1 << 32) * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000)
    }
}
