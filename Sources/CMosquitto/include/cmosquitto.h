// What FaderTargets needs from libmosquitto 2: a client of MQTT 3.1.1. The library is opened while the program runs, so its types and
// numbers, which are part of its stable C interface (libmosquitto.so.1), are repeated here.
#ifndef FADERD_CMOSQUITTO_H
#define FADERD_CMOSQUITTO_H

#include <stdbool.h>
#include <stddef.h>

struct mosquitto;
struct mosquitto_message {
    int mid;
    char *topic;
    void *payload;
    int payloadlen, qos;
    bool retain;
};
enum { CMOSQUITTO_ERRNO = 14, CMOSQUITTO_EAI = 15, CMOSQUITTO_TLS_USE_OS_CERTS = 13 };

typedef void (*cmosquitto_number_callback)(struct mosquitto *, void *, int);
typedef void (*cmosquitto_message_callback)(struct mosquitto *, void *, const struct mosquitto_message *);
typedef void (*cmosquitto_subscribe_callback)(struct mosquitto *, void *, int, int, const int *);

#define CMOSQUITTO_FUNCTIONS(F) \
    F(int, mosquitto_lib_init, void) \
    F(struct mosquitto *, mosquitto_new, const char *, bool, void *) \
    F(void, mosquitto_destroy, struct mosquitto *) \
    F(void, mosquitto_connect_callback_set, struct mosquitto *, cmosquitto_number_callback) \
    F(void, mosquitto_publish_callback_set, struct mosquitto *, cmosquitto_number_callback) \
    F(void, mosquitto_message_callback_set, struct mosquitto *, cmosquitto_message_callback) \
    F(void, mosquitto_subscribe_callback_set, struct mosquitto *, cmosquitto_subscribe_callback) \
    F(void, mosquitto_unsubscribe_callback_set, struct mosquitto *, cmosquitto_number_callback) \
    F(int, mosquitto_threaded_set, struct mosquitto *, bool) \
    F(int, mosquitto_will_set, struct mosquitto *, const char *, int, const void *, int, bool) \
    F(int, mosquitto_username_pw_set, struct mosquitto *, const char *, const char *) \
    F(int, mosquitto_tls_set, struct mosquitto *, const char *, const char *, const char *, const char *, void *) \
    F(int, mosquitto_int_option, struct mosquitto *, int, int) \
    F(int, mosquitto_connect, struct mosquitto *, const char *, int, int) \
    F(int, mosquitto_disconnect, struct mosquitto *) \
    F(int, mosquitto_publish, struct mosquitto *, int *, const char *, int, const void *, int, bool) \
    F(int, mosquitto_subscribe, struct mosquitto *, int *, const char *, int) \
    F(int, mosquitto_unsubscribe, struct mosquitto *, int *, const char *) \
    F(int, mosquitto_loop, struct mosquitto *, int, int) \
    F(int, mosquitto_loop_write, struct mosquitto *, int) \
    F(int, mosquitto_loop_misc, struct mosquitto *) \
    F(bool, mosquitto_want_write, struct mosquitto *) \
    F(int, mosquitto_socket, struct mosquitto *) \
    F(const char *, mosquitto_strerror, int) \
    F(const char *, mosquitto_connack_string, int)

#define CMOSQUITTO_FIELD(result, name, ...) result (*name)(__VA_ARGS__);
extern struct cmosquitto_functions {
    CMOSQUITTO_FUNCTIONS(CMOSQUITTO_FIELD)
} cmosquitto;

int cmosquitto_function_count(void);
const char *cmosquitto_function_name(int index);
/// All must be set before any of the functions below is called.
void cmosquitto_function_set(int index, void *address);

static inline int cmosquitto_start(void) { return cmosquitto.mosquitto_lib_init(); }

/// Several threads may use it. The thread that runs cmosquitto_loop or connects calls its callbacks.
static inline struct mosquitto *cmosquitto_new(
    const char *id, void *owner, cmosquitto_number_callback connected, cmosquitto_number_callback published,
    cmosquitto_message_callback received, cmosquitto_subscribe_callback subscribed, cmosquitto_number_callback unsubscribed) {
    struct mosquitto *client = cmosquitto.mosquitto_new(id, true, owner);
    if (!client) return NULL;
    cmosquitto.mosquitto_threaded_set(client, true);
    cmosquitto.mosquitto_connect_callback_set(client, connected);
    cmosquitto.mosquitto_publish_callback_set(client, published);
    cmosquitto.mosquitto_message_callback_set(client, received);
    cmosquitto.mosquitto_subscribe_callback_set(client, subscribed);
    cmosquitto.mosquitto_unsubscribe_callback_set(client, unsubscribed);
    return client;
}
static inline void cmosquitto_destroy(struct mosquitto *client) { cmosquitto.mosquitto_destroy(client); }
/// What the broker publishes, retained, when the client is gone without a word.
static inline int cmosquitto_will(struct mosquitto *client, const char *topic, const char *payload, int length) {
    return cmosquitto.mosquitto_will_set(client, topic, length, payload, 0, true);
}
static inline int cmosquitto_login(struct mosquitto *client, const char *user, const char *password) {
    return cmosquitto.mosquitto_username_pw_set(client, user, password);
}
/// TLS with the certificates of a file, or with those of the system (NULL).
static inline int cmosquitto_secure(struct mosquitto *client, const char *file) {
    if (file) return cmosquitto.mosquitto_tls_set(client, file, NULL, NULL, NULL, NULL);
    return cmosquitto.mosquitto_int_option(client, CMOSQUITTO_TLS_USE_OS_CERTS, 1);
}
static inline int cmosquitto_connect(struct mosquitto *client, const char *host, int port, int keepalive) {
    return cmosquitto.mosquitto_connect(client, host, port, keepalive);
}
static inline int cmosquitto_disconnect(struct mosquitto *client) { return cmosquitto.mosquitto_disconnect(client); }
static inline int cmosquitto_publish(struct mosquitto *client, const char *topic, const void *payload, int length, bool retain) {
    return cmosquitto.mosquitto_publish(client, NULL, topic, length, payload, 0, retain);
}
static inline int cmosquitto_subscribe(struct mosquitto *client, int *number, const char *topic) {
    return cmosquitto.mosquitto_subscribe(client, number, topic, 0);
}
static inline int cmosquitto_unsubscribe(struct mosquitto *client, const char *topic) {
    return cmosquitto.mosquitto_unsubscribe(client, NULL, topic);
}
/// Waits for the network, then does what is due.
static inline int cmosquitto_loop(struct mosquitto *client, int milliseconds) {
    return cmosquitto.mosquitto_loop(client, milliseconds, 1);
}
/// Whether something waits until the broker reads.
static inline bool cmosquitto_is_behind(struct mosquitto *client) { return cmosquitto.mosquitto_want_write(client); }
/// Waits for the network, then writes what is due. `took`: whether the broker has taken anything.
int cmosquitto_write(struct mosquitto *client, int milliseconds, bool *took);
/// The bytes that have come over this connection; 0 if the system does not say.
unsigned long long cmosquitto_arrived(struct mosquitto *client);
static inline const char *cmosquitto_error(int code) { return cmosquitto.mosquitto_strerror(code); }
static inline const char *cmosquitto_refusal(int code) { return cmosquitto.mosquitto_connack_string(code); }

#endif
