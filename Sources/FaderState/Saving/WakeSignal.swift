internal import Glibc

/// A signal for a thread to sleep on, such as the saving thread: any thread may ring it, one waits for it.
///
/// Sendable because the condition variable and its mutex are made for many threads, the flag is only touched under that
/// mutex, and the pointers never change.
@safe package final class WakeSignal: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var isRung = false

    /// A signal that is not rung.
    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let made = unsafe pthread_mutex_init(mutex, nil) == 0 && pthread_cond_init(condition, &attributes) == 0
        unsafe pthread_condattr_destroy(&attributes)
        precondition(made, "a mutex and a condition variable can always be made on Linux")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Wakes the waiting thread, or lets its next wait return at once.
    package func ring() {
        unsafe pthread_mutex_lock(mutex)
        isRung = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Sleeps until rung, or for `limit` at most. With no limit nothing but a ring wakes the thread.
    package func wait(atMost limit: Duration?) {
        var end = timespec()
        if let limit {
            unsafe clock_gettime(CLOCK_MONOTONIC, &end)
            let nanoseconds = end.tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
            end.tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
            end.tv_nsec = nanoseconds % 1_000_000_000
        }
        unsafe pthread_mutex_lock(mutex)
        var result: Int32 = 0
        while !isRung && result == 0 {
            result = limit == nil ? unsafe pthread_cond_wait(condition, mutex) : unsafe pthread_cond_timedwait(condition, mutex, &end)
        }
        isRung = false
        unsafe pthread_mutex_unlock(mutex)
    }
}
