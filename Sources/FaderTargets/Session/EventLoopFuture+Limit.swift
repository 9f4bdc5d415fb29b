internal import FaderSystem
internal import NIOCore

extension EventLoopFuture<Void> {
    /// Waits no longer than the limit, even if the event loop is busy.
    func isComplete(within limit: Duration) async -> Bool {
        // This is not a sleeping task, because that would start Swift's thread pool.
        guard let bell = try? Doorbell() else { return (try? await get()) != nil }
        whenComplete { _ in bell.ring() }
        return await SeparateThread.run { bell.wait(beside: -1, atMost: limit) }
    }
}
