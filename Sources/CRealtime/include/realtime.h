// The few Linux calls Swift cannot see: their headers are not in its Glibc module, or they are macros.
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>

/// eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC): a descriptor, or -errno.
int faderd_doorbell_open(void);
/// Rings: adds 1. Never blocks.
void faderd_doorbell_ring(int descriptor);
/// Takes all rings that were there. Never blocks.
void faderd_doorbell_clear(int descriptor);

/// ppoll on up to two descriptors without touching the signal mask. A negative descriptor is left out. `timeout_ns` -1 waits for ever.
/// Returns the result of ppoll, or -errno; the events that came are stored in ready_a and ready_b. Where the kernel has no memory to wait,
/// it returns 0 after a millisecond, as if the time were up.
int faderd_poll2(int a, short events_a, short *ready_a, int b, short events_b, short *ready_b, int64_t timeout_ns);

/// Starts a thread with a name (at most 15 bytes), a stack of so many bytes (0: the usual) and all signals blocked: signals belong to the
/// main thread. The body is called once with the context. 0 and the thread's id, or an errno.
int faderd_thread_start(const char *name, long stack, void (*body)(void *context), void *context, pthread_t *thread);
/// SCHED_FIFO for the calling thread at the wanted priority, or the highest the limits allow. Returns the priority got, or -errno.
int faderd_thread_realtime(int wanted_priority);
/// Gives back the pages of this program's code that were touched so far, and the memory that malloc keeps for later. Code that is needed
/// again comes back from the page cache. `is_locked`: memory is locked; then what comes back is locked again.
void faderd_release_memory(int is_locked);
/// No huge pages for this process: the kernel would make 2 MiB resident where a few pages of a large table are used, and moves memory about
/// while it does so. A refusal costs memory, no more.
void faderd_small_pages(void);
/// Locks what is and will be resident, page by page as it is first touched. 0 or -errno.
int faderd_memory_lock(void);
/// Readies the calling thread for faderd_interrupt: a signal whose handler does nothing, let through to this thread alone.
void faderd_interruptible(void);
/// Gets a thread out of a blocking read of a descriptor, or keeps it from going into one: reads no longer wait from here on, and one
/// that waits already ends with EINTR.
void faderd_interrupt(pthread_t thread, int descriptor);
/// Lets reads of a descriptor wait (again).
void faderd_let_wait(int descriptor);
/// An alarm for the calling thread, which is interruptible: when it strikes, reads of a descriptor no longer wait, as after faderd_interrupt.
/// The alarm, or -errno.
intptr_t faderd_alarm_open(int descriptor);
/// Sets it to a time of faderd_monotonic_ns, instead of the one before. One that has passed strikes at once.
void faderd_alarm_set(intptr_t alarm, uint64_t nanoseconds);
/// It will not strike again.
void faderd_alarm_close(intptr_t alarm);
/// A pipe that is not handed on to programs: the end to read, and the end to write. 0 or an errno.
int faderd_pipe(int ends[2]);
/// Runs a program in a process group of its own, with default signals, without input and without our descriptors; it is looked for in PATH.
/// `words`: its arguments, then NULL. `output`: where it prints to; -1: nowhere. 0 and its process, or an errno.
int faderd_spawn(char *const words[], int output, pid_t *process);
/// renameat2 with RENAME_EXCHANGE: each of two files gets the other's name, in one step. 0, or -1 with errno.
int faderd_exchange(const char *a, const char *b);
/// A timer that never runs out, which tells of changes of the clock: a descriptor for faderd_clock_wait, or -errno.
int faderd_clock_watch(void);
/// Blocks until the clock of the day was set by anybody. Waking from sleep is one way to set it. 0 or an errno.
int faderd_clock_wait(int descriptor);
/// How long the machine has been asleep since it started, in nanoseconds.
uint64_t faderd_asleep_ns(void);
/// CLOCK_MONOTONIC in nanoseconds.
uint64_t faderd_monotonic_ns(void);
