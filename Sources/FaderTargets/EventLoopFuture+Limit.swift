internal import FaderThreads
internal import NIOCore

extension EventLoopFuture<Void> {
    /// Waits until it is complete, but no longer than the limit, which does not depend on its event loop.
    func isComplete(within limit: Duration) async -> Bool {
        // Not a sleeping task, because that would start Swift's thread pool.
        guard let bell = try? Doorbell() else { return (try? await get()) != nil }
        whenComplete { _ in bell.ring() }
        return await SeparateThread.run { bell.wait(beside: -1, atMost: limit) }
    }
}
