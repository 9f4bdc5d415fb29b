internal import CRealtime
internal import Glibc
public import NIOCore

/// Tells an event loop when descriptors that a library reads, or nobody, are ready; NIO reads from every descriptor that it watches. Owned
/// by the loop.
///
/// A thread only waits for them; the work is done on the loop.
public final class DescriptorWatch {
    private let loop: any EventLoop
    private let epoll: Int32
    private let bell: Doorbell
    private var acts: [Int32: () -> Void] = [:]
    private var isClosed = false

    /// Starts the thread, which `close` ends. Call it on the loop.
    ///
    /// - Parameter name: the name of the thread in `top`; at most 15 bytes.
    public init(_ name: StaticString, on loop: any EventLoop) throws(ThreadError) {
        self.loop = loop
        bell = try Doorbell()
        epoll = faderd_epoll_open()
        guard epoll >= 0 else { throw ThreadError(call: "epoll_create1", errno: -epoll) }
        let refused = faderd_epoll_arm(epoll, bell.descriptor, Int16(POLLIN))
        guard refused == 0 else { throw closing(ThreadError(call: "epoll_ctl", errno: -refused)) }
        let bound = NIOLoopBound(self, eventLoop: loop)
        do throws(ThreadError) {
            try Thread(name, stack: 128 << 10) { [epoll, bell] in
                while case let descriptor = faderd_epoll_wait(epoll), descriptor >= 0, descriptor != bell.descriptor {
                    bound.eventLoop.execute { bound.value.act(on: descriptor) }
                }
                Glibc.close(epoll)
            }.detach()
        } catch {
            throw closing(error)
        }
    }

    private func closing(_ error: ThreadError) -> ThreadError {
        Glibc.close(epoll)
        return error
    }

    /// Calls `act` once on the loop, in place of an earlier one, when a descriptor has one of these events (of `poll`). Returns false if
    /// the system cannot report its events, as for a plain file.
    @discardableResult
    public func arm(_ descriptor: Int32, for events: Int16, _ act: @escaping () -> Void) -> Bool {
        guard !isClosed, faderd_epoll_arm(epoll, descriptor, events) == 0 else { return false }
        acts[descriptor] = act
        return true
    }

    /// Forgets a descriptor that is about to be closed.
    public func forget(_ descriptor: Int32) {
        guard acts.removeValue(forKey: descriptor) != nil, !isClosed else { return }
        faderd_epoll_forget(epoll, descriptor)
    }

    /// Ends the thread. Nothing is called any more.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        acts = [:]
        bell.ring()
    }

    private func act(on descriptor: Int32) { acts[descriptor]?() }
}
