/// Does work that takes long or waits for a disk on a new plain thread.
public enum SeparateThread {
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
}
