// What FaderALSA needs of C: libasound itself, and what Swift cannot call: functions with variable arguments.
#ifndef FADERD_CALSA_SHIM_H
#define FADERD_CALSA_SHIM_H

#include <alsa/asoundlib.h>

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift can neither write nor pass a C function with variable arguments, which is what the hook takes.
static void calsa_drop_message(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/// Keeps libasound from writing to stderr: every failure is told by a return code already.
static inline void calsa_silence_messages(void) {
    snd_lib_error_set_handler(calsa_drop_message);
}

/// read(2) of the sequencer's device: the number of bytes, or -errno. Not glibc's own read, which looks twice in a program with threads whether
/// this one is to be cancelled: nobody cancels ours, and it reads and writes events a thousand times a second.
static inline long calsa_read(int descriptor, void *bytes, size_t room) {
    long count = syscall(SYS_read, descriptor, bytes, room);
    return count < 0 ? -errno : count;
}

/// write(2) of one event of fixed length to the sequencer's device, in the same way: 0, or -errno.
static inline int calsa_write(int descriptor, const snd_seq_event_t *event) {
    return syscall(SYS_write, descriptor, event, sizeof *event) < 0 ? -errno : 0;
}

#endif
