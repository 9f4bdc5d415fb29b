internal import CRealtime
internal import Glibc

/// Whether the system lets this process have more descriptors and threads. Asked before a library is called that would trap, or wait for
/// ever, without them.
public enum Headroom {
    /// Makes sure that the main thread has a stack of a size to work with: raises its limit if that is low and may be raised, else throws.
    public static func requireStack() throws(ThreadError) {
        let code = faderd_stack_raise(1 << 20)
        guard code == 0 else { throw ThreadError(call: "setrlimit", errno: code) }
    }

    /// Throws if the limit of address space (`ulimit -v`) leaves too little to start with.
    public static func requireMemory() throws(ThreadError) {
        let code = faderd_memory_try(96 << 20)
        guard code == 0 else { throw ThreadError(call: "mmap", errno: code) }
    }

    /// Throws if that many more descriptors cannot be open at once.
    public static func require(descriptors: Int) throws(ThreadError) {
        var bells: [Doorbell] = []
        for _ in 0..<descriptors { bells.append(try Doorbell()) }
    }

    /// Throws if that many more threads cannot run at once.
    public static func require(threads: Int) throws(ThreadError) {
        let code = faderd_threads_try(Int32(threads))
        guard code == 0 else { throw ThreadError(call: "pthread_create", errno: code) }
    }
}
