// What FaderALSA needs from C: libasound itself, and wrappers for what Swift cannot call: functions with variable arguments.
#ifndef FADERD_CALSA_SHIM_H
#define FADERD_CALSA_SHIM_H

#include <alsa/asoundlib.h>

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift cannot define or pass a C function with variable arguments, and that is what the error hook takes.
static void calsa_drop_message(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/// Keeps libasound from writing to stderr: every failure is already reported by a return code.
static inline void calsa_silence_messages(void) {
    snd_lib_error_set_handler(calsa_drop_message);
}

/// read(2) on the sequencer device: the number of bytes, or -errno. It bypasses glibc's read, which in a program with threads checks twice
/// whether the thread is to be canceled. Our thread is never canceled, and it reads and writes events a thousand times a second.
static inline long calsa_read(int descriptor, void *bytes, size_t room) {
    long count = syscall(SYS_read, descriptor, bytes, room);
    return count < 0 ? -errno : count;
}

/// write(2) of one fixed-length event to the sequencer device, likewise without glibc's write: 0, or -errno.
static inline int calsa_write(int descriptor, const snd_seq_event_t *event) {
    return syscall(SYS_write, descriptor, event, sizeof *event) < 0 ? -errno : 0;
}

#endif
