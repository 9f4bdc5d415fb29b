internal import Dispatch
internal import Glibc
public import NIOCore
internal import NIOPosix

/// An event loop of NIO on a plain thread of ours. Safe to use from any thread.
///
/// Where NIO traps because the system has no thread or descriptors left, this throws.
public struct LoopThread: Sendable {
    public let loop: any EventLoop

    /// Throws if there are too few descriptors for a loop. It opens three; other threads may open some at the same moment.
    package static func requireDescriptors() throws(ThreadError) {
        var bells: [Doorbell] = []
        for _ in 0..<6 { bells.append(try Doorbell()) }
    }

    /// Starts a loop, and waits until it runs. The thread has all signals blocked.
    ///
    /// - Parameter name: the name of the thread in `top`; at most 15 bytes.
    public init(_ name: StaticString) throws(ThreadError) {
        let started = try Handover<Result<any EventLoop, ThreadError>>()
        try Thread(name) {
            do throws(ThreadError) {
                try Self.requireDescriptors()
                MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { started.give(.success($0)) }
            } catch {
                started.give(.failure(error))
            }
        }.detach()
        loop = try started.receive().get()
    }

    /// Closes the loop's channels and ends its thread, without waiting: the last step needs a thread of libdispatch, and there may be none.
    public func end() { loop.shutdownGracefully(queue: .global()) { _ in } }
}
