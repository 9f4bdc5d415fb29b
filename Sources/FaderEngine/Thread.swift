internal import CRealtime
internal import Glibc

/// A plain thread with a name. It blocks all signals, which are the main thread's.
enum Thread {
    /// Runs a body on a new thread; the returned id can be joined once.
    static func start(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws(EngineError) -> pthread_t {
        var thread = pthread_t()
        let refused = create(name, body, &thread)
        if refused != 0 { throw .thread(errno: refused) }
        return thread
    }

    /// Waits until a thread has ended.
    static func join(_ thread: pthread_t) { pthread_join(thread, nil) }

    private static func create(_ name: StaticString, _ body: @escaping @Sendable () -> Void, _ thread: inout pthread_t) -> Int32 {
        let context = unsafe Unmanaged.passRetained(Body(run: body))
        let refused = unsafe faderd_thread_start(
            UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
            { context in
                guard let context = unsafe context else { fatalError("a thread was started without its body") }
                unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }, context.toOpaque(), &thread)
        if refused != 0 { unsafe context.release() }
        return refused
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
