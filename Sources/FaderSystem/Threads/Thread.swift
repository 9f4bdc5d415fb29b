internal import CRealtime
internal import Glibc

public enum Heaps {
    /// Makes all threads share one. Call it before there are others.
    public static func share() { faderd_one_heap() }
}

/// A plain thread with a name, for work that must not run on Swift's thread pool or would block it.
///
/// It blocks all signals: one that it received would not wake the thread that handles them.
public struct Thread: Sendable {
    private let id: pthread_t

    /// Starts a thread, which ends when `body` returns. It has to be joined or detached.
    ///
    /// - Parameters:
    ///   - name: the name in `top`; at most 15 bytes.
    ///   - stack: the size of its stack in bytes; 0: the system's default.
    public init(
        _ name: StaticString, stack: Int = 0, _ body: sending @escaping () -> Void
    ) throws(ThreadError) {
        var id = pthread_t()
        let context = unsafe Unmanaged.passRetained(Body(run: body))
        let refused = unsafe faderd_thread_start(
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), stack,
            { context in
                guard let context = unsafe context else { fatalError("a thread was started without its body") }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque(), &id)
        if refused != 0 {
            unsafe context.release()
            throw ThreadError(call: "pthread_create", errno: refused)
        }
        self.id = id
    }

    /// Waits until the thread has ended; detaches it if it is the calling thread. Not together with `detach`.
    public func join() {
        if pthread_equal(id, pthread_self()) != 0 { detach() } else { pthread_join(id, nil) }
    }

    public func detach() { pthread_detach(id) }

    private final class Body {
        let run: () -> Void

        init(run: sending @escaping () -> Void) { self.run = run }
    }
}

/// The system has no thread or no descriptor left.
public struct ThreadError: Error, Equatable, CustomStringConvertible {
    public let call: String
    public let errno: Int32

    public init(call: String, errno: Int32) { (self.call, self.errno) = (call, errno) }

    public var description: String {
        let limit =
            switch call {
            // The error does not say which of the two it is.
            case "pthread_create": "limits of processes and of memory"
            case "setrlimit": "limit of the stack"
            case "mmap": "limit of memory"
            default: "limit of open files"
            }
        return unsafe "\(call) failed: \(String(cString: strerror(errno))); raise the \(limit)"
    }
}
