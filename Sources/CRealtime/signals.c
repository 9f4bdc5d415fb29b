#define _GNU_SOURCE
#include "realtime.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

void faderd_standard_streams(void) {
    // Standard output cannot be written to then. Without /dev/null, a bare path serves for all three.
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        if (open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0) open("/", O_PATH);
    }
}

static _Atomic uint64_t caught;
static _Atomic int bell = -1;

// On any thread, in the middle of anything.
static void note(int number) {
    int before = errno;
    atomic_fetch_or(&caught, UINT64_C(1) << number);
    faderd_doorbell_ring(atomic_load(&bell));
    errno = before;
}

void faderd_signal_catch(int number, int descriptor) {
    atomic_store(&bell, descriptor);
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigaction(number, &action, NULL);
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

uint64_t faderd_signals_take(void) { return atomic_exchange(&caught, 0); }
