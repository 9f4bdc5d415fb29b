// Linux calls that Swift cannot see: not in its Glibc module, or macros.
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

int faderd_doorbell_open(void);
/// Never blocks.
void faderd_doorbell_ring(int descriptor);
/// Never blocks.
void faderd_doorbell_clear(int descriptor);

/// Opens those of 0, 1 and 2 that the program was started without, so that no other file is written to as standard error. Before anything
/// else is opened. 0 is empty, 1 cannot be written to, 2 is discarded.
void faderd_standard_streams(void);
/// Catches a signal even if it was ignored or blocked, and rings a doorbell, the same for all signals, which must stay open. Needs no
/// thread and no place in the kernel's queue.
void faderd_signal_catch(int number, int descriptor);
/// The signals that were caught since the last call: signal n is bit n.
uint64_t faderd_signals_take(void);

/// ppoll without touching the signal mask: its result or -errno, and the events of both. A negative descriptor is left out; `timeout_ns` -1
/// is no limit. Without memory in the kernel, 0 after a millisecond, as if the time were up.
int faderd_poll2(int a, short events_a, short *ready_a, int b, short events_b, short *ready_b, int64_t timeout_ns);

int faderd_epoll_open(void);
/// Once, for these events (of poll). 0 or -errno.
int faderd_epoll_arm(int epoll, int descriptor, short events);
void faderd_epoll_forget(int epoll, int descriptor);
/// The next descriptor with an event, or -errno.
int faderd_epoll_wait(int epoll);

/// A thread with a name of at most 15 bytes, a stack of `stack` bytes (0: 8 MiB) and all signals blocked: they belong to the main thread.
/// 0, or an errno.
int faderd_thread_start(const char *name, long stack, void (*body)(void *context), void *context, pthread_t *thread);
/// Makes all threads share one heap: otherwise each keeps as much memory as its work ever took, and 64 MiB of address space.
void faderd_one_heap(void);
/// SCHED_FIFO for the calling thread at the wanted priority, or the highest that the limits allow. Returns the priority granted, or -errno.
int faderd_thread_realtime(int wanted_priority);
/// Turns off huge pages: the kernel would make 2 MiB resident for a few pages of a large table, and move memory around for that. A refusal
/// only costs memory.
void faderd_small_pages(void);
/// Page by page as it is first touched. 0 or -errno.
int faderd_memory_lock(void);
/// Whether all memory can be locked now, but what is mapped later only up to RLIMIT_MEMLOCK.
int faderd_memory_lock_limited(void);
/// Prepares the calling thread for faderd_interrupt and alarms: only it gets their signal.
void faderd_interruptible(void);
/// Ends a thread's blocking read of a descriptor with EINTR; from here on reads do not wait.
void faderd_interrupt(pthread_t thread, int descriptor);
void faderd_let_wait(int descriptor);
/// An alarm for the calling, interruptible thread, after which reads of the descriptor do not wait. The alarm, or -errno.
intptr_t faderd_alarm_open(int descriptor);
/// Sets the alarm to a time of faderd_monotonic_ns, replacing the previous one. A time that has passed makes it strike at once.
void faderd_alarm_set(intptr_t alarm, uint64_t nanoseconds);
void faderd_alarm_close(intptr_t alarm);
/// A pipe that programs do not inherit: the read end, then the write end. 0 or an errno.
int faderd_pipe(int ends[2]);
/// Runs a program in its own process group, with default signals and no input. It keeps our stderr and our environment but NOTIFY_SOCKET,
/// and is looked up in PATH. `words`: program and arguments, then NULL. `variables`: NAME=VALUE to add, then NULL. `output`: its standard
/// output; -1: discarded. 0 and its process id, or an errno.
///
/// swift-subprocess would add 0.88 MB and start Swift's thread pool, which wakes the process for ever.
int faderd_spawn(char *const words[], char *const variables[], int output, pid_t *process);
/// A timer that only reports changes of the clock: a descriptor for faderd_clock_wait, or -errno.
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
