// What FaderMIDI needs from C: libasound, and wrappers for functions with variable arguments, which Swift cannot call.
#ifndef FADERD_CALSA_SHIM_H
#define FADERD_CALSA_SHIM_H

#include <alsa/asoundlib.h>

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift cannot define a function with variable arguments, which the error hook has to be.
static void calsa_drop_message(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

/// Keeps libasound from writing to stderr: return codes report every failure.
static inline void calsa_silence_messages(void) {
    snd_lib_error_set_handler(calsa_drop_message);
}

/// A system call on the sequencer device: its result, or -errno. glibc's read and write check twice whether the thread is to be canceled,
/// which ours never is, and its syscall moves every argument; an event passes here a thousand times a second. Tests/arm64 runs it for
/// arm64.
static inline long calsa_call(long number, int descriptor, const void *bytes, size_t count) {
#if defined(__x86_64__)
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "0"(number), "D"((long)descriptor), "S"(bytes), "d"(count) : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    // The kernel keeps every register except x0.
    register long call __asm__("x8") = number;
    register long result __asm__("x0") = descriptor;
    register const void *place __asm__("x1") = bytes;
    register size_t length __asm__("x2") = count;
    __asm__ volatile("svc #0" : "+r"(result) : "r"(call), "r"(place), "r"(length) : "memory");
    return result;
#else
    long result = syscall(number, descriptor, bytes, count);
    return result < 0 ? -errno : result;
#endif
}

/// read(2): the number of bytes, or -errno.
static inline long calsa_read(int descriptor, void *bytes, size_t room) { return calsa_call(SYS_read, descriptor, bytes, room); }

/// write(2) of one fixed-length event: 0, or -errno.
static inline int calsa_write(int descriptor, const snd_seq_event_t *event) {
    long result = calsa_call(SYS_write, descriptor, event, sizeof *event);
    return result < 0 ? (int)result : 0;
}

#endif
