internal import Synchronization

/// Does work that takes long or waits for a disk on a new plain thread.
public enum SeparateThread {
    /// The most threads at a time whose work may hang: one that hangs in the kernel cannot be ended.
    private static let most = 16
    private static let running = Atomic(0)

    /// Returns the result of `work`. If no thread can be started, the work is done on the caller's thread.
    public static func run<Result>(_ work: @escaping @Sendable () -> sending Result) async -> sending Result {
        await withCheckedContinuation { continuation in
            do throws(ThreadError) {
                try Thread("faderd-work") { continuation.resume(returning: work()) }.detach()
            } catch {
                continuation.resume(returning: work())
            }
        }
    }

    /// The result of work that may hang. Nil if it is not done by `deadline`, or if too many such threads run already. Throws if the system
    /// has no thread or no descriptor for it. Blocks the caller.
    public static func result<Result: Sendable>(
        until deadline: ContinuousClock.Instant, of work: @escaping @Sendable () -> Result
    ) throws(ThreadError) -> Result? {
        guard deadline > .now else { return nil }
        guard running.add(1, ordering: .relaxed).oldValue < most else {
            running.subtract(1, ordering: .relaxed)
            return nil
        }
        do throws(ThreadError) {
            let done = try Handover<Result>()
            try Thread("faderd-files") {
                let result = work()
                running.subtract(1, ordering: .relaxed)
                done.give(result)
            }.detach()
            return done.receive(until: deadline)
        } catch {
            running.subtract(1, ordering: .relaxed)
            throw error
        }
    }
}
