// The few Linux calls that Swift cannot see, because their headers are not in its Glibc module or because they are macros.
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/// eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC): a descriptor, or -errno.
int faderd_doorbell_open(void);
/// Rings: adds 1. Never blocks.
void faderd_doorbell_ring(int descriptor);
/// Clears all rings so far. Never blocks.
void faderd_doorbell_clear(int descriptor);

/// Opens those of the descriptors 0, 1 and 2 that the program was started without, so that no socket or file gets their number and is then
/// written to as standard error. To be called before anything else is opened. 0 is empty, 1 cannot be written to, 2 is discarded.
void faderd_standard_streams(void);
/// Catches a signal from now on, instead of ending by it or ignoring it, even if it was ignored or blocked: rings the descriptor of a
/// doorbell, the same for all signals, which must stay open. Needs no thread and no place in the kernel's queue of signals.
void faderd_signal_catch(int number, int descriptor);
/// The signals that were caught since the last call: signal n is bit n.
uint64_t faderd_signals_take(void);

/// ppoll on up to two descriptors without touching the signal mask. A negative descriptor is left out. `timeout_ns` -1 waits for ever.
/// Returns the result of ppoll, or -errno; the events that came are stored in ready_a and ready_b. If the kernel has no memory to wait
/// with, it returns 0 after a millisecond, as if the time were up.
int faderd_poll2(int a, short events_a, short *ready_a, int b, short events_b, short *ready_b, int64_t timeout_ns);

/// epoll_create1(EPOLL_CLOEXEC): a descriptor, or -errno.
int faderd_epoll_open(void);
/// Watches a descriptor, once, for these events (of poll). 0 or -errno.
int faderd_epoll_arm(int epoll, int descriptor, short events);
/// Forgets a descriptor.
void faderd_epoll_forget(int epoll, int descriptor);
/// Waits for the next descriptor with an event, and returns it, or -errno.
int faderd_epoll_wait(int epoll);

/// Starts a thread with a name (at most 15 bytes), a stack of `stack` bytes (0: 8 MiB, whatever the limit of stacks is) and all signals blocked, because signals
/// belong to the main thread. The body is called once with the context. Returns 0 and stores the thread's id, or returns an errno.
int faderd_thread_start(const char *name, long stack, void (*body)(void *context), void *context, pthread_t *thread);
/// Makes all threads share one heap: otherwise each of those that do long work would keep as much memory as such work has ever taken, and 64 MiB of
/// address space.
void faderd_one_heap(void);
/// SCHED_FIFO for the calling thread at the wanted priority, or the highest that the limits allow. Returns the priority granted, or -errno.
int faderd_thread_realtime(int wanted_priority);
/// Turns off huge pages for this process: the kernel would make 2 MiB resident for a few pages of a large table, and would move memory
/// around to do so. If this is refused, it only costs memory.
void faderd_small_pages(void);
/// Locks all memory that is or becomes resident, page by page as it is first touched. 0 or -errno.
int faderd_memory_lock(void);
/// Whether all memory can be locked now, but what is mapped later only up to a limit (RLIMIT_MEMLOCK, without CAP_IPC_LOCK).
int faderd_memory_lock_limited(void);
/// Prepares the calling thread for faderd_interrupt and alarms: installs the handler of their signal and unblocks it for this thread only.
void faderd_interruptible(void);
/// Gets a thread out of a blocking read of a descriptor, or keeps it from blocking in one: reads no longer wait from here on, and a read
/// that is already waiting ends with EINTR.
void faderd_interrupt(pthread_t thread, int descriptor);
/// Lets reads of a descriptor wait (again).
void faderd_let_wait(int descriptor);
/// Makes an alarm for the calling thread, which is interruptible: when it strikes, reads of the descriptor no longer wait, as after
/// faderd_interrupt. Returns the alarm, or -errno.
intptr_t faderd_alarm_open(int descriptor);
/// Sets the alarm to a time of faderd_monotonic_ns, replacing the previous one. A time that has passed makes it strike at once.
void faderd_alarm_set(intptr_t alarm, uint64_t nanoseconds);
/// Deletes the alarm; it will not strike again.
void faderd_alarm_close(intptr_t alarm);
/// A pipe that programs do not inherit: the read end, then the write end. 0 or an errno.
int faderd_pipe(int ends[2]);
/// swift-subprocess would make the program 0.88 MB larger, and its waits start Swift's thread pool, which then wakes the process for ever.
///
/// Runs a program in its own process group, with default signals and no input; of our descriptors it keeps only stderr, and of our environment
/// all but NOTIFY_SOCKET. It is looked up in PATH. `words`: the program and its arguments, then NULL. `variables`: more of its
/// environment, each as NAME=VALUE, then NULL. `output`: the descriptor for its standard output; -1: discarded. Returns 0 and stores its process
/// id, or returns an errno.
int faderd_spawn(char *const words[], char *const variables[], int output, pid_t *process);
/// A timer that never expires but reports changes of the clock: a descriptor for faderd_clock_wait, or -errno.
int faderd_clock_watch(void);
/// Blocks until the realtime clock is set by anybody; waking from sleep also sets it. 0 or an errno.
int faderd_clock_wait(int descriptor);
/// How long the machine has been asleep since it started, in nanoseconds.
uint64_t faderd_asleep_ns(void);
/// CLOCK_MONOTONIC in nanoseconds. Inline, because every event looks at the clock twice.
static inline uint64_t faderd_monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
