#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int faderd_doorbell_open(void) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

void faderd_doorbell_ring(int descriptor) {
    uint64_t one = 1;
    // EAGAIN would mean that 2^64-1 rings are waiting.
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void faderd_doorbell_clear(int descriptor) {
    uint64_t rings;
    while (read(descriptor, &rings, sizeof rings) < 0 && errno == EINTR) {
    }
}

int faderd_poll2(int a, short events_a, short *ready_a, int b, short events_b, short *ready_b, int64_t timeout_ns) {
    struct pollfd entries[2] = {{.fd = a, .events = events_a}, {.fd = b, .events = events_b}};
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    int count = ppoll(entries, 2, timeout_ns < 0 ? NULL : &timeout, NULL);
    *ready_a = count > 0 ? entries[0].revents : 0;
    *ready_b = count > 0 ? entries[1].revents : 0;
    if (count >= 0) return count;
    if (errno != ENOMEM && errno != EAGAIN) return -errno;
    // The kernel has no memory to wait with. A pause lets threads run that could free some.
    struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
    return 0;
}

struct start {
    char name[16];
    void (*body)(void *);
    void *context;
};

static void *enter(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    pthread_setname_np(pthread_self(), start.name);
    start.body(start.context);
    return NULL;
}

int faderd_thread_start(const char *name, long stack, void (*body)(void *), void *context, pthread_t *thread) {
    struct start *start = calloc(1, sizeof *start);
    if (start == NULL) return ENOMEM;
    strncpy(start->name, name, sizeof start->name - 1);
    start->body = body;
    start->context = context;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    // The system's default is the limit of the main thread's stack, which may be too small for anything.
    pthread_attr_setstacksize(&attributes, stack > 0 ? (size_t)stack : (size_t)8 << 20);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int refused = pthread_create(thread, &attributes, enter, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (refused != 0) free(start);
    return refused;
}

void faderd_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

int faderd_thread_realtime(int wanted_priority) {
    struct sched_param parameters = {.sched_priority = wanted_priority};
    int refused = pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
    if (refused == 0) return wanted_priority;
    struct rlimit limit;
    if (getrlimit(RLIMIT_RTPRIO, &limit) == 0 && limit.rlim_cur > 0 && (int)limit.rlim_cur < wanted_priority) {
        parameters.sched_priority = (int)limit.rlim_cur;
        refused = pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
        if (refused == 0) return parameters.sched_priority;
    }
    return -refused;
}

void faderd_small_pages(void) { prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

#ifndef MCL_ONFAULT
#define MCL_ONFAULT 4
#endif

int faderd_memory_lock_limited(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
    // What is mapped later is not locked by this; the rest is locked in a moment anyway.
    if (mlockall(MCL_CURRENT | MCL_ONFAULT) != 0) return 0;
    // If more is mapped than the limit allows, it does not hold for this process.
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file != NULL) {
        if (fscanf(file, "%ld", &pages) != 1) pages = 0;
        fclose(file);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) <= limit.rlim_cur;
}

int faderd_memory_lock(void) {
    return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 ? 0 : -errno;
}

// Real-time signals are refused when no more signals may be queued (RLIMIT_SIGPENDING).
#define INTERRUPT SIGUSR1

// The signal ends a read that waits; one that starts later must not wait either. faderd_interrupt sees to that before the signal, this
// handler for the alarm.
static void end_read(int number, siginfo_t *information, void *context) {
    (void)number, (void)context;
    if (information->si_code != SI_TIMER) return;
    int before = errno, descriptor = information->si_value.sival_int, flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    errno = before;
}

void faderd_interruptible(void) {
    struct sigaction action = {.sa_sigaction = end_read, .sa_flags = SA_SIGINFO};  // No SA_RESTART, because the read has to end.
    sigaction(INTERRUPT, &action, NULL);
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, INTERRUPT);
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}

void faderd_interrupt(pthread_t thread, int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    pthread_kill(thread, INTERRUPT);
}

void faderd_let_wait(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags >= 0) fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
}

intptr_t faderd_alarm_open(int descriptor) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = INTERRUPT, .sigev_value.sival_int = descriptor};
    event._sigev_un._tid = gettid();
    timer_t alarm;
    return timer_create(CLOCK_MONOTONIC, &event, &alarm) == 0 ? (intptr_t)alarm : -errno;
}

void faderd_alarm_set(intptr_t alarm, uint64_t nanoseconds) {
    struct itimerspec when = {.it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)}};
    if (nanoseconds == 0) when.it_value.tv_nsec = 1;  // A zero time would disarm the timer.
    timer_settime((timer_t)alarm, TIMER_ABSTIME, &when, NULL);
}

void faderd_alarm_close(intptr_t alarm) { timer_delete((timer_t)alarm); }

int faderd_clock_watch(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC);
    if (descriptor < 0) return -errno;
    struct itimerspec never = {.it_value = {.tv_sec = (time_t)1 << 40}};
    if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return descriptor;
    int refused = errno;
    close(descriptor);
    return -refused;
}

int faderd_clock_wait(int descriptor) {
    uint64_t expirations;
    while (read(descriptor, &expirations, sizeof expirations) < 0) {
        if (errno == ECANCELED) return 0;
        if (errno != EINTR) return errno;
    }
    return 0;
}

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t faderd_asleep_ns(void) {
    // In this order the time between the readings counts as sleep, and the difference cannot be negative.
    uint64_t awake = nanoseconds(CLOCK_MONOTONIC);
    return nanoseconds(CLOCK_BOOTTIME) - awake;
}

int faderd_epoll_open(void) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    return epoll < 0 ? -errno : epoll;
}

int faderd_epoll_arm(int epoll, int descriptor, short events) {
    // The events of poll have the same numbers.
    struct epoll_event event = {.events = (uint32_t)(unsigned short)events | EPOLLONESHOT, .data.fd = descriptor};
    if (epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    if (errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    return -errno;
}

void faderd_epoll_forget(int epoll, int descriptor) { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL); }

int faderd_epoll_wait(int epoll) {
    struct epoll_event event;
    int count;
    do count = epoll_wait(epoll, &event, 1, -1);
    while (count < 0 && errno == EINTR);
    return count < 0 ? -errno : event.data.fd;
}
