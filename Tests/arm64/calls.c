// Calls every function of the C sources, built for arm64, and checks what it does. `calls` lists the checks, `calls NAME` runs one.
#define _GNU_SOURCE
#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "realtime.h"
#include "shim.h"

// EventBuffer reads the kernel's events as these structures.
_Static_assert(sizeof(snd_seq_event_t) == 28 && offsetof(snd_seq_event_t, data) == 16, "an event of the sequencer");
_Static_assert(offsetof(snd_seq_event_t, source) == 12 && sizeof(snd_seq_real_time_t) == 8, "its address and time");
_Static_assert(sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(pthread_t) == 8, "what Swift takes for Int");

static void doorbell(void) {
    short rung, other;
    int bell = faderd_doorbell_open();
    CHECK(bell >= 0);
    CHECK(faderd_poll2(bell, POLLIN, &rung, -1, 0, &other, 0) == 0 && rung == 0);
    faderd_doorbell_ring(bell);
    faderd_doorbell_ring(bell);
    CHECK(faderd_poll2(bell, POLLIN, &rung, -1, 0, &other, -1) == 1 && rung == POLLIN && other == 0);
    faderd_doorbell_clear(bell);
    CHECK(faderd_poll2(-1, 0, &other, bell, POLLIN, &rung, 1000) == 0);
    CHECK(faderd_poll2(bell, POLLIN, &rung, -1, 0, &other, 1000) == 0);
}

static void look_around(void *seen) {
    char name[16];
    sigset_t mask;
    pthread_attr_t attributes;
    size_t stack = 0;
    pthread_getname_np(pthread_self(), name, sizeof name);
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    pthread_getattr_np(pthread_self(), &attributes);
    pthread_attr_getstacksize(&attributes, &stack);
    pthread_attr_destroy(&attributes);
    *(int *)seen = strcmp(name, "a-name-of-fifte") == 0 && sigismember(&mask, SIGTERM) == 1 && stack >= 256 << 10 && stack < 8 << 20;
}

static void threads(void) {
    pthread_t thread;
    int seen = 0;
    CHECK(faderd_thread_start("a-name-of-fifteen", 256 << 10, look_around, &seen, &thread) == 0);
    pthread_join(thread, NULL);
    CHECK(seen);
}

static void limits(void) {
    faderd_one_heap();
    int priority = faderd_thread_realtime(5);
    CHECK(priority == -EPERM || (priority >= 1 && priority <= 5));
    faderd_small_pages();
    int refused = faderd_memory_lock();
    CHECK(refused == 0 || refused == -ENOMEM || refused == -EPERM || refused == -EAGAIN);
    CHECK(faderd_memory_lock_limited() <= 1);
}

struct waiting {
    int pipe[2], result, is_alarm;
    atomic_int ready;
};

static void wait_in_read(void *context) {
    struct waiting *waiting = context;
    intptr_t alarm = 0;
    char byte;
    faderd_interruptible();
    if (waiting->is_alarm) {
        alarm = faderd_alarm_open(waiting->pipe[0]);
        // Zero is in the past, so it strikes at once.
        if (alarm >= 0) faderd_alarm_set(alarm, 0);
    }
    atomic_store(&waiting->ready, 1);
    waiting->result = alarm < 0 ? (int)alarm : (int)calsa_read(waiting->pipe[0], &byte, 1);
    if (waiting->is_alarm && alarm >= 0) faderd_alarm_close(alarm);
}

static void interruption(void) {
    for (int is_alarm = 0; is_alarm < 2; is_alarm++) {
        struct waiting waiting = {.is_alarm = is_alarm};
        pthread_t thread;
        CHECK(faderd_pipe(waiting.pipe) == 0 && fcntl(waiting.pipe[1], F_GETFD) == FD_CLOEXEC);
        CHECK(faderd_thread_start("reader", 0, wait_in_read, &waiting, &thread) == 0);
        while (!atomic_load(&waiting.ready)) sched_yield();
        if (!is_alarm) faderd_interrupt(thread, waiting.pipe[0]);
        pthread_join(thread, NULL);
        CHECK(waiting.result == -EINTR || waiting.result == -EAGAIN);
        CHECK(fcntl(waiting.pipe[0], F_GETFL) & O_NONBLOCK);
        faderd_let_wait(waiting.pipe[0]);
        CHECK(!(fcntl(waiting.pipe[0], F_GETFL) & O_NONBLOCK));
    }
}

static void signals(void) {
    short rung, other;
    int bell = faderd_doorbell_open();
    signal(SIGTERM, SIG_IGN);
    faderd_signal_catch(SIGTERM, bell);
    faderd_signal_catch(SIGHUP, bell);
    raise(SIGTERM);
    CHECK(faderd_signals_take() == UINT64_C(1) << SIGTERM);
    raise(SIGHUP);
    raise(SIGTERM);
    CHECK(faderd_signals_take() == (UINT64_C(1) << SIGTERM | UINT64_C(1) << SIGHUP) && faderd_signals_take() == 0);
    CHECK(faderd_poll2(bell, POLLIN, &rung, -1, 0, &other, -1) == 1);
}

static void programs(void) {
    char *words[] = {"/bin/sh", "-c", "echo $OWN $MORE $NOTIFY_SOCKET.", NULL}, *more[] = {"MORE=2", NULL}, said[16] = {0};
    int ends[2], status = -1;
    pid_t process = 0;
    setenv("OWN", "1", 1), setenv("MORE", "0", 1), setenv("NOTIFY_SOCKET", "/nowhere", 1);
    CHECK(faderd_pipe(ends) == 0);
    CHECK(faderd_spawn(words, more, ends[1], &process) == 0);
    CHECK(waitpid(process, &status, 0) == process && status == 0);
    CHECK(read(ends[0], said, sizeof said - 1) == 6 && strcmp(said, "1 2 .\n") == 0);
}

static void clocks(void) {
    uint64_t before = faderd_monotonic_ns(), asleep = faderd_asleep_ns();
    int watch = faderd_clock_watch();
    CHECK(watch >= 0 && (fcntl(watch, F_GETFD) & FD_CLOEXEC));
    CHECK(faderd_clock_wait(-1) == EBADF);
    CHECK(faderd_monotonic_ns() > before && faderd_asleep_ns() < asleep + UINT64_C(60000000000));
}

static void streams(void) {
    close(STDIN_FILENO);
    faderd_standard_streams();
    char byte;
    CHECK((fcntl(STDIN_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY);
    CHECK(read(STDIN_FILENO, &byte, 1) == 0);
}

static void events(void) {
    int ends[2];
    snd_seq_event_t sent = {.type = SND_SEQ_EVENT_CONTROLLER, .data.control = {.channel = 3, .param = 7, .value = 100}}, read = {0};
    CHECK(faderd_pipe(ends) == 0);
    CHECK(calsa_write(ends[1], &sent) == 0);
    CHECK(calsa_read(ends[0], &read, sizeof read) == sizeof read && memcmp(&sent, &read, sizeof read) == 0);
    CHECK(calsa_write(-1, &sent) == -EBADF && calsa_read(-1, &read, sizeof read) == -EBADF);
    CHECK(calsa_read(ends[0], NULL, 0) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    CHECK(calsa_read(ends[0], &read, sizeof read) == -EAGAIN);
    close(ends[1]);
    CHECK(calsa_read(ends[0], &read, sizeof read) == 0);
}

static const struct check {
    const char *name;
    void (*run)(void);
} checks[] = {
    {"doorbells wake a poll", doorbell},
    {"threads start with their name, stack and mask", threads},
    {"limits are asked, and memory is locked", limits},
    {"a read is interrupted, and ended by an alarm", interruption},
    {"signals are caught", signals},
    {"programs run with the environment that is meant for them", programs},
    {"clocks are read and watched", clocks},
    {"closed standard streams are replaced", streams},
    {"events go through system calls of our own", events},
    {"the functions of ICU are found at their places", icu},
    {"a ring keeps its order between two threads", ring},
    {"a sleeping reader is woken, a napping one only if it is urgent", wakefulness},
};

int main(int count, char **words) {
    for (size_t place = 0; place < sizeof checks / sizeof *checks; place++) {
        if (count < 2) puts(checks[place].name);
        else if (strcmp(words[1], checks[place].name) == 0) return checks[place].run(), 0;
    }
    return count < 2 ? 0 : 64;
}
