// What FaderALSA needs of C: libasound itself, and the few things of it and of its thread that Swift cannot reach.
#ifndef FADERD_CALSA_SHIM_H
#define FADERD_CALSA_SHIM_H

#include <alsa/asoundlib.h>

// Swift's Glibc module leaves eventfd out, which wakes the watcher's thread, and prctl takes variable arguments.
#include <sys/eventfd.h>
#include <sys/prctl.h>

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

/// Names the calling thread, at most 15 bytes: what `top` shows.
static inline void calsa_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
