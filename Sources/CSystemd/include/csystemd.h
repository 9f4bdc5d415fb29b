// What FaderTargets needs from sd-bus, a client of D-Bus. The library is opened while the program runs, so its types, which are part of its
// stable C interface (libsystemd.so.0), are repeated here.
#ifndef FADERD_CSYSTEMD_H
#define FADERD_CSYSTEMD_H

#include <stddef.h>
#include <stdint.h>

struct sd_bus;
struct sd_bus_message;
struct csystemd_error {
    const char *name, *message;
    int needs_free;
};

typedef int (*csystemd_handler)(struct sd_bus_message *, void *, struct csystemd_error *);

#define CSYSTEMD_FUNCTIONS(F) \
    F(int, sd_bus_new, struct sd_bus **) \
    F(int, sd_bus_set_address, struct sd_bus *, const char *) \
    F(int, sd_bus_set_bus_client, struct sd_bus *, int) \
    F(int, sd_bus_start, struct sd_bus *) \
    F(void, sd_bus_close, struct sd_bus *) \
    F(struct sd_bus *, sd_bus_unref, struct sd_bus *) \
    F(int, sd_bus_get_fd, struct sd_bus *) \
    F(int, sd_bus_get_events, struct sd_bus *) \
    F(int, sd_bus_get_timeout, struct sd_bus *, uint64_t *) \
    F(int, sd_bus_process, struct sd_bus *, struct sd_bus_message **) \
    F(int, sd_bus_add_filter, struct sd_bus *, void **, csystemd_handler, void *) \
    F(int, sd_bus_call_async, struct sd_bus *, void **, struct sd_bus_message *, csystemd_handler, void *, uint64_t) \
    F(int, sd_bus_message_new_method_call, struct sd_bus *, struct sd_bus_message **, const char *, const char *, const char *, const char *) \
    F(struct sd_bus_message *, sd_bus_message_unref, struct sd_bus_message *) \
    F(int, sd_bus_message_append_basic, struct sd_bus_message *, char, const void *) \
    F(int, sd_bus_message_open_container, struct sd_bus_message *, char, const char *) \
    F(int, sd_bus_message_close_container, struct sd_bus_message *) \
    F(int, sd_bus_message_get_cookie, struct sd_bus_message *, uint64_t *) \
    F(int, sd_bus_message_get_reply_cookie, struct sd_bus_message *, uint64_t *) \
    F(const char *, sd_bus_message_get_sender, struct sd_bus_message *) \
    F(const char *, sd_bus_message_get_interface, struct sd_bus_message *) \
    F(const char *, sd_bus_message_get_member, struct sd_bus_message *) \
    F(const struct csystemd_error *, sd_bus_message_get_error, struct sd_bus_message *) \
    F(int, sd_bus_message_peek_type, struct sd_bus_message *, char *, const char **) \
    F(int, sd_bus_message_read_basic, struct sd_bus_message *, char, void *) \
    F(int, sd_bus_message_enter_container, struct sd_bus_message *, char, const char *) \
    F(int, sd_bus_message_exit_container, struct sd_bus_message *) \
    F(int, sd_bus_message_skip, struct sd_bus_message *, const char *)

#define CSYSTEMD_FIELD(result, name, ...) result (*name)(__VA_ARGS__);
extern struct csystemd_functions {
    CSYSTEMD_FUNCTIONS(CSYSTEMD_FIELD)
} csystemd;

int csystemd_function_count(void);
const char *csystemd_function_name(int index);
/// All must be set before any of the functions below is called.
void csystemd_function_set(int index, void *address);

/// `filter` gets, with `owner`, each message that answers no call. A negative number is an errno.
static inline int csystemd_open(struct sd_bus **bus, const char *address, csystemd_handler filter, void *owner) {
    int code = csystemd.sd_bus_new(bus);
    if (code < 0) return code;
    if ((code = csystemd.sd_bus_set_address(*bus, address)) >= 0 && (code = csystemd.sd_bus_set_bus_client(*bus, 1)) >= 0
        && (code = csystemd.sd_bus_add_filter(*bus, NULL, filter, owner)) >= 0)
        code = csystemd.sd_bus_start(*bus);
    if (code < 0) csystemd.sd_bus_unref(*bus);
    return code;
}
static inline void csystemd_close(struct sd_bus *bus) {
    csystemd.sd_bus_close(bus);
    csystemd.sd_bus_unref(bus);
}
static inline int csystemd_descriptor(struct sd_bus *bus) { return csystemd.sd_bus_get_fd(bus); }
static inline int csystemd_events(struct sd_bus *bus) { return csystemd.sd_bus_get_events(bus); }
/// When it has something to do even if nothing comes, in microseconds of CLOCK_MONOTONIC; all ones: never.
static inline uint64_t csystemd_deadline(struct sd_bus *bus) {
    uint64_t time = UINT64_MAX;
    return csystemd.sd_bus_get_timeout(bus, &time) < 0 ? UINT64_MAX : time;
}
/// Does one thing; positive if there may be more.
static inline int csystemd_process(struct sd_bus *bus) { return csystemd.sd_bus_process(bus, NULL); }

static inline struct sd_bus_message *csystemd_call(
    struct sd_bus *bus, const char *destination, const char *path, const char *interface, const char *member) {
    struct sd_bus_message *message = NULL;
    return csystemd.sd_bus_message_new_method_call(bus, &message, destination, path, interface, member) < 0 ? NULL : message;
}
static inline int csystemd_append(struct sd_bus_message *message, char type, const void *value) {
    return csystemd.sd_bus_message_append_basic(message, type, value);
}
static inline int csystemd_append_variant(struct sd_bus_message *message, const char *contents, const void *value) {
    int code = csystemd.sd_bus_message_open_container(message, 'v', contents);
    if (code >= 0) code = csystemd.sd_bus_message_append_basic(message, contents[0], value);
    return code < 0 ? code : csystemd.sd_bus_message_close_container(message);
}
/// An array, an entry of a dictionary or another container; `contents`: its types as a string.
static inline int csystemd_begin(struct sd_bus_message *message, char type, const char *contents) {
    return csystemd.sd_bus_message_open_container(message, type, contents);
}
static inline int csystemd_end(struct sd_bus_message *message) { return csystemd.sd_bus_message_close_container(message); }
/// Sends a call and gives its message back. The answer repeats its number, `cookie`.
static inline int csystemd_send(
    struct sd_bus *bus, struct sd_bus_message *message, csystemd_handler answered, void *owner, uint64_t limit, uint64_t *cookie) {
    int code = csystemd.sd_bus_call_async(bus, NULL, message, answered, owner, limit);
    if (code >= 0) code = csystemd.sd_bus_message_get_cookie(message, cookie);
    return code;
}
static inline void csystemd_forget(struct sd_bus_message *message) { csystemd.sd_bus_message_unref(message); }

/// The number of the call that a message answers; 0: none.
static inline uint64_t csystemd_answered(struct sd_bus_message *message) {
    uint64_t cookie = 0;
    return csystemd.sd_bus_message_get_reply_cookie(message, &cookie) < 0 ? 0 : cookie;
}
static inline const char *csystemd_sender(struct sd_bus_message *message) { return csystemd.sd_bus_message_get_sender(message); }
static inline const char *csystemd_interface(struct sd_bus_message *message) { return csystemd.sd_bus_message_get_interface(message); }
static inline const char *csystemd_member(struct sd_bus_message *message) { return csystemd.sd_bus_message_get_member(message); }
/// The error that a message is; NULL: none.
static inline const struct csystemd_error *csystemd_error(struct sd_bus_message *message) {
    return csystemd.sd_bus_message_get_error(message);
}
/// The type of what comes next; 0 at the end.
static inline char csystemd_peek(struct sd_bus_message *message, const char **contents) {
    char type = 0;
    return csystemd.sd_bus_message_peek_type(message, &type, contents) > 0 ? type : 0;
}
static inline int csystemd_read(struct sd_bus_message *message, char type, void *value) {
    return csystemd.sd_bus_message_read_basic(message, type, value);
}
static inline int csystemd_enter(struct sd_bus_message *message, char type, const char *contents) {
    return csystemd.sd_bus_message_enter_container(message, type, contents);
}
static inline int csystemd_exit(struct sd_bus_message *message) { return csystemd.sd_bus_message_exit_container(message); }
static inline int csystemd_skip(struct sd_bus_message *message) { return csystemd.sd_bus_message_skip(message, NULL); }

#endif
