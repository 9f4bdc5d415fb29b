// What FaderTargets needs from libpulse: a client of a sound server. The library is opened while the program runs, so its types and numbers
// are repeated here, of structures only the fields up to the last that is read. They are part of its stable C interface (libpulse.so.0,
// from 1.0).
#ifndef FADERD_CPULSE_H
#define FADERD_CPULSE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

/// Something has answered; requests are possible; it has failed.
enum { CPULSE_AUTHORIZING = 2, CPULSE_READY = 4, CPULSE_FAILED = 5 };
enum { CPULSE_NO_ENTITY = 5 };

/// One thing that a server tells of. Everything in it is gone when the receiver returns.
struct cpulse_item {
    /// Of the server itself: the default sink. Of what is remembered: the key.
    const char *name;
    /// Of the server itself: the default source. Of what is remembered: the device.
    const char *description;
    const char *resampler;
    /// Of the server itself: what it is called.
    const char *server;
    uint32_t index, client, count;
    /// Of a stream: the device that it plays on or records from.
    uint32_t device;
    /// Of a sink: the source that records what it plays.
    uint32_t monitor;
    /// The position and the volume of each of `count` channels; NULL if it has none.
    const int *channels;
    const uint32_t *volumes;
    bool is_muted, is_decibel, is_writable, is_monitor;
    const void *properties;
};

struct cpulse;
/// Gets each item, then NULL and 0, or NULL and an error's number.
typedef void (*cpulse_receiver)(void *request, const struct cpulse_item *item, int error);
/// An event's kind and facility, and the index of the thing.
typedef void (*cpulse_event)(void *owner, uint32_t event, uint32_t index);
/// The highest peak of all channels since the last, 1 for full scale; negative: the meter has ended.
typedef void (*cpulse_peak)(void *owner, float peak);

int cpulse_function_count(void);
const char *cpulse_function_name(int index);
/// All must be set, and `cpulse_start` called, before any of the functions below.
void cpulse_function_set(int index, void *address);
void cpulse_start(cpulse_receiver receive, cpulse_event event, cpulse_peak peak);

/// A connection that is not open yet; NULL: there is no memory. Reads libpulse's configuration, so it may wait for a disk. All other
/// functions must be called on one thread.
struct cpulse *cpulse_new(void);
/// Frees it, after all its meters; requests get no answer any more.
void cpulse_free(struct cpulse *pulse);
/// Connects to one of several servers, as in PULSE_SERVER. Returns 0 or a negative number.
int cpulse_connect(struct cpulse *pulse, const char *servers, void *owner);
/// One of the states; those in between count up.
int cpulse_state(struct cpulse *pulse);
int cpulse_error(struct cpulse *pulse);
const char *cpulse_error_text(int error);
/// Does what there is to do without waiting, at most `most` steps. Returns whether there may be more; negative: it has failed.
int cpulse_run(struct cpulse *pulse, int most);
/// After `cpulse_run`: what it waits for, and for how many milliseconds at most; -1: for any time.
int cpulse_waits(struct cpulse *pulse, const struct pollfd **descriptors, int *count);

// Requests: false if it is not sent; then there is no answer. `kind`: 0 sinks, 1 sources, 2 streams that play, 3 streams that record, 4
// clients, which have no volume.
bool cpulse_subscribe(struct cpulse *pulse, void *request);
bool cpulse_get_server(struct cpulse *pulse, void *request);
bool cpulse_get_all(struct cpulse *pulse, uint32_t kind, void *request);
bool cpulse_get(struct cpulse *pulse, uint32_t kind, uint32_t index, void *request);
bool cpulse_set_volumes(struct cpulse *pulse, uint32_t kind, uint32_t index, const uint32_t *volumes, uint32_t count, void *request);
bool cpulse_set_mute(struct cpulse *pulse, uint32_t kind, uint32_t index, bool is_muted, void *request);
/// Makes the device of a name the default; `kind` 0 or 1.
bool cpulse_set_default(struct cpulse *pulse, uint32_t kind, const char *name, void *request);
/// Lets a stream play on, or record from, another device; `kind` 2 or 3.
bool cpulse_move(struct cpulse *pulse, uint32_t kind, uint32_t index, uint32_t device, void *request);
/// What the server remembers of programs (module-stream-restore), and an entry that replaces one, for streams to come.
bool cpulse_get_remembered(struct cpulse *pulse, void *request);
bool cpulse_remember(
    struct cpulse *pulse, const char *name, const char *device, const int *channels, const uint32_t *volumes, uint32_t count, bool is_muted,
    void *request);

struct cpulse_meter;
/// Measures 20 times a second how loud a source is, or what `stream` contributes to it. A sleeping device is not woken. `channels`:
/// positions of the source's channels. `servers`: it connects by itself; NULL: it shares the connection. `owner` must live until the meter
/// is freed. NULL: it cannot begin.
struct cpulse_meter *cpulse_meter_new(
    struct cpulse *pulse, const char *servers, uint32_t source, uint32_t stream, const int *channels, uint32_t count, void *owner);
void cpulse_meter_free(struct cpulse_meter *meter);

/// A text of an item; NULL if it has none of that name.
const char *cpulse_property(const struct cpulse_item *item, const char *name);

#endif
