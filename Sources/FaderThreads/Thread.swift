internal import CRealtime
internal import Glibc

/// A plain thread with a name, for work that must not run on Swift's thread pool, or would block it.
///
/// It blocks all signals: one delivered to it would not wake the thread that handles signals.
public struct Thread: Sendable {
    private let id: pthread_t

    /// Starts a thread, which ends with the body; it has to be joined or detached.
    ///
    /// - Parameters:
    ///   - name: what `top` shows; at most 15 bytes.
    ///   - stack: bytes of its stack; 0: the system's usual size.
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

    /// Waits until the thread has ended, unless it is the calling one. To be called once, instead of `detach`.
    public func join() {
        if pthread_equal(id, pthread_self()) != 0 { detach() } else { pthread_join(id, nil) }
    }

    /// Lets the thread end by itself.
    public func detach() { pthread_detach(id) }

    private final class Body {
        let run: () -> Void

        init(run: sending @escaping () -> Void) { self.run = run }
    }
}

/// The system has no thread or no descriptor left.
public struct ThreadError: Error, Equatable, CustomStringConvertible {
    /// The call that failed.
    public let call: String
    /// Its error number.
    public let errno: Int32

    /// The sentence for a person.
    public var description: String {
        let limit = call == "pthread_create" ? "processes" : "open files"
        return unsafe "\(call) failed: \(String(cString: strerror(errno))); raise the limit of \(limit)"
    }
}
