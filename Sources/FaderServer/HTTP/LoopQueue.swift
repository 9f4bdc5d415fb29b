internal import NIOCore
internal import Synchronization

/// Takes work for the event loop from other threads. Safe to use from anywhere.
///
/// After `close`, work is dropped: the connections that it was for are gone, and the loop, which is about to end, may not be given more.
final class LoopQueue: Sendable {
    private let loop: any EventLoop
    private let isOpen = Mutex(true)

    init(_ loop: any EventLoop) { self.loop = loop }

    func execute(_ work: @escaping @Sendable () -> Void) {
        isOpen.withLock { if $0 { loop.execute(work) } }
    }

    func close() { isOpen.withLock { $0 = false } }
}
