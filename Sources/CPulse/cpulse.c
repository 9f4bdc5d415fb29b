#include "cpulse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHANNELS = 32, MOST_DESCRIPTORS = 64, NO_INDEX = -1 };
enum { NO_AUTOSPAWN = 1, REPLACE = 2, DECIBEL_VOLUME = 0x20 };
enum { STREAM_FAILED = 3, FLOAT = 5 };
// A stream stays at its device, gets peaks instead of samples, in pieces as small as it asks for, and lets the device sleep.
enum { DONT_MOVE = 0x0200, PEAK_DETECT = 0x0800, ADJUST_LATENCY = 0x2000, DONT_INHIBIT_AUTO_SUSPEND = 0x8000 };
/// How many peaks a meter gets in a second.
enum { PEAKS = 20 };
// Sinks, sources, sink inputs, source outputs, clients, and the server.
enum { SUBSCRIPTION = 0x01 | 0x02 | 0x04 | 0x08 | 0x20 | 0x80 };

struct volumes {
    uint8_t channels;
    uint32_t values[MOST_CHANNELS];
};
struct map {
    uint8_t channels;
    int positions[MOST_CHANNELS];
};
struct sample {
    int format;
    uint32_t rate;
    uint8_t channels;
};
struct device {
    const char *name;
    uint32_t index;
    const char *description;
    struct sample sample;
    struct map map;
    uint32_t owner;
    struct volumes volumes;
    int mute;
    uint32_t other;
    const char *other_name;
    uint64_t latency;
    const char *driver;
    int flags;
    void *properties;
};
struct sink_input {
    uint32_t index;
    const char *name;
    uint32_t owner, client, sink;
    struct sample sample;
    struct map map;
    struct volumes volumes;
    uint64_t latencies[2];
    const char *resampler, *driver;
    int mute;
    void *properties;
    int corked, has_volume, writable;
};
struct source_output {
    uint32_t index;
    const char *name;
    uint32_t owner, client, source;
    struct sample sample;
    struct map map;
    uint64_t latencies[2];
    const char *resampler, *driver;
    void *properties;
    int corked;
    struct volumes volumes;
    int mute, has_volume, writable;
};
struct client {
    uint32_t index;
    const char *name;
    uint32_t owner;
    const char *driver;
    void *properties;
};
struct server {
    const char *user, *host, *version, *name;
    struct sample sample;
    const char *sink, *source;
};
struct remembered {
    const char *name;
    struct map map;
    struct volumes volumes;
    const char *device;
    int mute;
};
struct buffering {
    uint32_t most, target, prebuffer, least, fragment;
};

typedef void answer(void *context, const void *info, int end, void *request);
typedef void server_answer(void *context, const struct server *info, void *request);
typedef void success(void *context, int is_done, void *request);
typedef int poll_function(struct pollfd *, unsigned long, int, void *);
typedef void subscribed(void *context, int event, uint32_t index, void *owner);
typedef void context_state(void *context, void *meter);
typedef void stream_state(void *stream, void *meter);
typedef void readable(void *stream, size_t count, void *meter);

#define FUNCTIONS(F) \
    F(void *, pa_mainloop_new, void) \
    F(void, pa_mainloop_free, void *) \
    F(void *, pa_mainloop_get_api, void *) \
    F(void, pa_mainloop_set_poll_func, void *, poll_function, void *) \
    F(int, pa_mainloop_prepare, void *, int) \
    F(int, pa_mainloop_poll, void *) \
    F(int, pa_mainloop_dispatch, void *) \
    F(void *, pa_proplist_new, void) \
    F(int, pa_proplist_sets, void *, const char *, const char *) \
    F(const char *, pa_proplist_gets, const void *, const char *) \
    F(void, pa_proplist_free, void *) \
    F(void *, pa_context_new_with_proplist, void *, const char *, const void *) \
    F(void, pa_context_set_state_callback, void *, context_state, void *) \
    F(void, pa_context_set_subscribe_callback, void *, subscribed, void *) \
    F(int, pa_context_connect, void *, const char *, int, const void *) \
    F(void, pa_context_disconnect, void *) \
    F(void, pa_context_unref, void *) \
    F(int, pa_context_get_state, const void *) \
    F(int, pa_context_errno, const void *) \
    F(const char *, pa_strerror, int) \
    F(void, pa_operation_unref, void *) \
    F(void *, pa_context_subscribe, void *, int, success, void *) \
    F(void *, pa_context_get_server_info, void *, server_answer, void *) \
    F(void *, pa_ext_stream_restore_read, void *, answer, void *) \
    F(void *, pa_ext_stream_restore_write, void *, int, const struct remembered *, unsigned, int, success, void *) \
    F(void *, pa_stream_new_with_proplist, void *, const char *, const struct sample *, const struct map *, void *) \
    F(void, pa_stream_unref, void *) \
    F(int, pa_stream_get_state, const void *) \
    F(void, pa_stream_set_state_callback, void *, stream_state, void *) \
    F(void, pa_stream_set_read_callback, void *, readable, void *) \
    F(int, pa_stream_set_monitor_stream, void *, uint32_t) \
    F(int, pa_stream_connect_record, void *, const char *, const struct buffering *, int) \
    F(int, pa_stream_disconnect, void *) \
    F(int, pa_stream_peek, void *, const void **, size_t *) \
    F(int, pa_stream_drop, void *)

/// The kinds of things, in the order of those of their functions that are alike.
enum { KINDS = 5, KINDS_WITH_VOLUME = 4, KINDS_OF_DEVICES = 2 };

#define FIELD(result, name, ...) result (*name)(__VA_ARGS__);
static struct {
    FUNCTIONS(FIELD)
    void *(*get_all[KINDS])(void *, answer, void *);
    void *(*get[KINDS])(void *, uint32_t, answer, void *);
    void *(*set_volumes[KINDS_WITH_VOLUME])(void *, uint32_t, const struct volumes *, success, void *);
    void *(*set_mute[KINDS_WITH_VOLUME])(void *, uint32_t, int, success, void *);
    void *(*set_default[KINDS_OF_DEVICES])(void *, const char *, success, void *);
    void *(*move[KINDS_OF_DEVICES])(void *, uint32_t, uint32_t, success, void *);
} pa;
#define NAME(result, name, ...) #name,
static const char *const names[] = {
    FUNCTIONS(NAME)
    "pa_context_get_sink_info_list", "pa_context_get_source_info_list", "pa_context_get_sink_input_info_list",
    "pa_context_get_source_output_info_list", "pa_context_get_client_info_list",
    "pa_context_get_sink_info_by_index", "pa_context_get_source_info_by_index", "pa_context_get_sink_input_info",
    "pa_context_get_source_output_info", "pa_context_get_client_info",
    "pa_context_set_sink_volume_by_index", "pa_context_set_source_volume_by_index", "pa_context_set_sink_input_volume",
    "pa_context_set_source_output_volume",
    "pa_context_set_sink_mute_by_index", "pa_context_set_source_mute_by_index", "pa_context_set_sink_input_mute",
    "pa_context_set_source_output_mute", "pa_context_set_default_sink", "pa_context_set_default_source",
    "pa_context_move_sink_input_by_index", "pa_context_move_source_output_by_index"};

int cpulse_function_count(void) { return sizeof names / sizeof *names; }
const char *cpulse_function_name(int index) { return names[index]; }

// As in cicu.c.
_Static_assert(sizeof pa == sizeof names, "one pointer for each name");
void cpulse_function_set(int index, void *address) { memcpy((char *)&pa + index * sizeof address, &address, sizeof address); }

static cpulse_receiver receive;
static cpulse_event told;
static cpulse_peak heard;
void cpulse_start(cpulse_receiver receiver, cpulse_event event, cpulse_peak peak) { receive = receiver, told = event, heard = peak; }

struct cpulse {
    void *loop, *context;
    /// What libpulse's loop would wait for; it never waits itself.
    struct pollfd waits[MOST_DESCRIPTORS];
    int count, timeout;
};

/// Stands for `poll` in libpulse's loop. The first descriptor is a pipe that only wakes a waiting loop.
static int look(struct pollfd *descriptors, unsigned long count, int timeout, void *owner) {
    struct cpulse *pulse = owner;
    pulse->count = count > MOST_DESCRIPTORS ? MOST_DESCRIPTORS : count > 1 ? (int)count - 1 : 0;
    if (pulse->count > 0) memcpy(pulse->waits, descriptors + 1, (size_t)pulse->count * sizeof *descriptors);
    pulse->timeout = timeout;
    return poll(descriptors, count, 0);
}

static void event(void *context, int event, uint32_t index, void *owner) {
    (void)context;
    told(owner, (uint32_t)event, index);
}

static void *new_context(void *loop) {
    void *properties = pa.pa_proplist_new();
    pa.pa_proplist_sets(properties, "application.name", "faderd");
    pa.pa_proplist_sets(properties, "application.id", "faderd");
    pa.pa_proplist_sets(properties, "application.process.binary", "faderd");
    // No sound is played, so there is nothing to share.
    pa.pa_proplist_sets(properties, "context.force.disable.shm", "1");
    void *context = pa.pa_context_new_with_proplist(pa.pa_mainloop_get_api(loop), NULL, properties);
    pa.pa_proplist_free(properties);
    return context;
}

struct cpulse *cpulse_new(void) {
    struct cpulse *pulse = calloc(1, sizeof *pulse);
    if (!pulse) return NULL;
    pulse->loop = pa.pa_mainloop_new();
    if (pulse->loop) pulse->context = new_context(pulse->loop);
    if (pulse->context) {
        pa.pa_mainloop_set_poll_func(pulse->loop, look, pulse);
        return pulse;
    }
    cpulse_free(pulse);
    return NULL;
}

void cpulse_free(struct cpulse *pulse) {
    if (pulse->context) {
        pa.pa_context_disconnect(pulse->context);
        pa.pa_context_unref(pulse->context);
    }
    if (pulse->loop) pa.pa_mainloop_free(pulse->loop);
    free(pulse);
}

int cpulse_connect(struct cpulse *pulse, const char *servers, void *owner) {
    pa.pa_context_set_subscribe_callback(pulse->context, event, owner);
    return pa.pa_context_connect(pulse->context, servers, NO_AUTOSPAWN, NULL);
}

int cpulse_state(struct cpulse *pulse) { return pa.pa_context_get_state(pulse->context); }
int cpulse_error(struct cpulse *pulse) { return pa.pa_context_errno(pulse->context); }
const char *cpulse_error_text(int error) { return pa.pa_strerror(error); }

int cpulse_run(struct cpulse *pulse, int most) {
    int done = 1;
    while (done > 0 && most-- > 0) {
        if (pa.pa_mainloop_prepare(pulse->loop, -1) < 0 || pa.pa_mainloop_poll(pulse->loop) < 0) return -1;
        done = pa.pa_mainloop_dispatch(pulse->loop);
    }
    return done;
}

int cpulse_waits(struct cpulse *pulse, const struct pollfd **descriptors, int *count) {
    *descriptors = pulse->waits;
    *count = pulse->count;
    return pulse->timeout;
}

// The last answer has no item; `end` is then positive, or negative after an error.

static void finish(void *context, int is_error, void *request) {
    receive(request, NULL, is_error ? pa.pa_context_errno(context) : 0);
}

static void finished(void *context, int is_done, void *request) { finish(context, !is_done, request); }

static void set_volumes(struct cpulse_item *item, const struct map *map, const struct volumes *volumes) {
    item->count = volumes->channels < map->channels ? volumes->channels : map->channels;
    item->channels = map->positions;
    item->volumes = volumes->values;
}

static void device(void *context, const void *information, int end, void *request, bool is_source) {
    const struct device *info = information;
    if (!info) return finish(context, end < 0, request);
    struct cpulse_item item = {
        .name = info->name, .description = info->description, .index = info->index, .client = (uint32_t)NO_INDEX, .device = (uint32_t)NO_INDEX,
        .monitor = is_source ? (uint32_t)NO_INDEX : info->other, .is_muted = info->mute, .is_decibel = info->flags & DECIBEL_VOLUME, .is_writable = true, .is_monitor = is_source && info->other != (uint32_t)NO_INDEX,
        .properties = info->properties};
    set_volumes(&item, &info->map, &info->volumes);
    receive(request, &item, 0);
}

static void sink(void *context, const void *info, int end, void *request) { device(context, info, end, request, false); }
static void source(void *context, const void *info, int end, void *request) { device(context, info, end, request, true); }

#define STREAM(type, played) \
    static void type(void *context, const void *information, int end, void *request) { \
        const struct type *info = information; \
        if (!info) return finish(context, end < 0, request); \
        struct cpulse_item item = { \
            .name = info->name, .resampler = info->resampler, .index = info->index, .client = info->client, .device = info->played, .is_muted = info->mute, \
            .is_decibel = true, .is_writable = info->writable, .properties = info->properties}; \
        if (info->has_volume) set_volumes(&item, &info->map, &info->volumes); \
        receive(request, &item, 0); \
    }
STREAM(sink_input, sink)
STREAM(source_output, source)

static void client(void *context, const void *information, int end, void *request) {
    const struct client *info = information;
    if (!info) return finish(context, end < 0, request);
    struct cpulse_item item = {
        .name = info->name, .index = info->index, .client = (uint32_t)NO_INDEX, .device = (uint32_t)NO_INDEX, .is_writable = true, .properties = info->properties};
    receive(request, &item, 0);
}

static void server(void *context, const struct server *info, void *request) {
    if (info) receive(request, &(struct cpulse_item){.name = info->sink, .description = info->source, .server = info->name}, 0);
    finish(context, !info, request);
}

static void remembered(void *context, const void *information, int end, void *request) {
    const struct remembered *info = information;
    if (!info) return finish(context, end < 0, request);
    struct cpulse_item item = {.name = info->name, .description = info->device, .is_muted = info->mute};
    set_volumes(&item, &info->map, &info->volumes);
    receive(request, &item, 0);
}

static bool sent(void *operation) {
    if (operation) pa.pa_operation_unref(operation);
    return operation;
}

bool cpulse_subscribe(struct cpulse *pulse, void *request) {
    return sent(pa.pa_context_subscribe(pulse->context, SUBSCRIPTION, finished, request));
}

bool cpulse_get_server(struct cpulse *pulse, void *request) { return sent(pa.pa_context_get_server_info(pulse->context, server, request)); }

static answer *const answers[KINDS] = {sink, source, sink_input, source_output, client};

bool cpulse_get_all(struct cpulse *pulse, uint32_t kind, void *request) {
    return kind < KINDS && sent(pa.get_all[kind](pulse->context, answers[kind], request));
}

bool cpulse_get(struct cpulse *pulse, uint32_t kind, uint32_t index, void *request) {
    return kind < KINDS && sent(pa.get[kind](pulse->context, index, answers[kind], request));
}

static struct volumes volumes_of(const uint32_t *values, uint32_t count) {
    struct volumes volumes = {.channels = (uint8_t)(count < MOST_CHANNELS ? count : MOST_CHANNELS)};
    memcpy(volumes.values, values, volumes.channels * sizeof *values);
    return volumes;
}

bool cpulse_set_volumes(struct cpulse *pulse, uint32_t kind, uint32_t index, const uint32_t *values, uint32_t count, void *request) {
    struct volumes volumes = volumes_of(values, count);
    return kind < KINDS_WITH_VOLUME && sent(pa.set_volumes[kind](pulse->context, index, &volumes, finished, request));
}

bool cpulse_set_mute(struct cpulse *pulse, uint32_t kind, uint32_t index, bool is_muted, void *request) {
    return kind < KINDS_WITH_VOLUME && sent(pa.set_mute[kind](pulse->context, index, is_muted, finished, request));
}

bool cpulse_set_default(struct cpulse *pulse, uint32_t kind, const char *name, void *request) {
    return kind < KINDS_OF_DEVICES && sent(pa.set_default[kind](pulse->context, name, finished, request));
}

bool cpulse_move(struct cpulse *pulse, uint32_t kind, uint32_t index, uint32_t device, void *request) {
    uint32_t place = kind - KINDS_OF_DEVICES;
    return place < KINDS_OF_DEVICES && sent(pa.move[place](pulse->context, index, device, finished, request));
}

bool cpulse_get_remembered(struct cpulse *pulse, void *request) {
    return sent(pa.pa_ext_stream_restore_read(pulse->context, remembered, request));
}

bool cpulse_remember(
    struct cpulse *pulse, const char *name, const char *device, const int *channels, const uint32_t *volumes, uint32_t count, bool is_muted,
    void *request) {
    struct remembered entry = {.name = name, .volumes = volumes_of(volumes, count), .device = device, .mute = is_muted};
    entry.map.channels = entry.volumes.channels;
    memcpy(entry.map.positions, channels, entry.map.channels * sizeof *channels);
    return sent(pa.pa_ext_stream_restore_write(pulse->context, REPLACE, &entry, 1, false, finished, request));
}

const char *cpulse_property(const struct cpulse_item *item, const char *name) {
    return item->properties ? pa.pa_proplist_gets(item->properties, name) : NULL;
}

struct cpulse_meter {
    void *stream, *owner;
    /// Its own connection, or that of `cpulse_meter_new`.
    void *context;
    bool is_apart;
    uint32_t source, monitored;
    struct map map;
};

static void stream_changed(void *stream, void *context) {
    struct cpulse_meter *meter = context;
    if (pa.pa_stream_get_state(stream) >= STREAM_FAILED) heard(meter->owner, -1);
}

static void peaks(void *stream, size_t count, void *context) {
    struct cpulse_meter *meter = context;
    const void *bytes;
    float highest = -1;
    // Where nothing was recorded, there is a count without bytes.
    while (!pa.pa_stream_peek(stream, &bytes, &count) && count > 0) {
        const float *samples = bytes;
        for (size_t index = 0; samples && index < count / sizeof *samples; index++) {
            float peak = samples[index] < 0 ? -samples[index] : samples[index];
            if (peak > highest) highest = peak;
        }
        if (pa.pa_stream_drop(stream)) break;
    }
    if (highest >= 0) heard(meter->owner, highest);
}

static bool begin(struct cpulse_meter *meter) {
    struct sample sample = {.format = FLOAT, .rate = PEAKS, .channels = meter->map.channels};
    struct buffering buffering = {.most = UINT32_MAX, .fragment = (uint32_t)(meter->map.channels * sizeof(float))};
    void *properties = pa.pa_proplist_new();
    // PipeWire lets the device sleep only with this.
    pa.pa_proplist_sets(properties, "node.passive", "true");
    meter->stream = pa.pa_stream_new_with_proplist(meter->context, "level meter", &sample, &meter->map, properties);
    pa.pa_proplist_free(properties);
    char name[16];
    snprintf(name, sizeof name, "%" PRIu32, meter->source);
    if (!meter->stream) return false;
    if (meter->monitored != (uint32_t)NO_INDEX && pa.pa_stream_set_monitor_stream(meter->stream, meter->monitored)) return false;
    pa.pa_stream_set_state_callback(meter->stream, stream_changed, meter);
    pa.pa_stream_set_read_callback(meter->stream, peaks, meter);
    int flags = DONT_MOVE | PEAK_DETECT | ADJUST_LATENCY | DONT_INHIBIT_AUTO_SUSPEND;
    return !pa.pa_stream_connect_record(meter->stream, name, &buffering, flags);
}

static void connection_changed(void *context, void *owner) {
    struct cpulse_meter *meter = owner;
    int state = pa.pa_context_get_state(context);
    if (state >= CPULSE_FAILED || (state == CPULSE_READY && !meter->stream && !begin(meter))) heard(meter->owner, -1);
}

struct cpulse_meter *cpulse_meter_new(
    struct cpulse *pulse, const char *servers, uint32_t source, uint32_t stream, const int *channels, uint32_t count, void *owner) {
    struct cpulse_meter *meter = calloc(1, sizeof *meter);
    if (!meter) return NULL;
    *meter = (struct cpulse_meter){.owner = owner, .context = pulse->context, .is_apart = servers, .source = source, .monitored = stream};
    meter->map.channels = (uint8_t)(count < MOST_CHANNELS ? count : MOST_CHANNELS);
    memcpy(meter->map.positions, channels, meter->map.channels * sizeof *channels);
    if (servers) {
        meter->context = new_context(pulse->loop);
        if (meter->context) {
            pa.pa_context_set_state_callback(meter->context, connection_changed, meter);
            if (!pa.pa_context_connect(meter->context, servers, NO_AUTOSPAWN, NULL)) return meter;
        }
    } else if (begin(meter)) {
        return meter;
    }
    cpulse_meter_free(meter);
    return NULL;
}

void cpulse_meter_free(struct cpulse_meter *meter) {
    if (meter->stream) {
        pa.pa_stream_set_state_callback(meter->stream, NULL, NULL);
        pa.pa_stream_set_read_callback(meter->stream, NULL, NULL);
        pa.pa_stream_disconnect(meter->stream);
        pa.pa_stream_unref(meter->stream);
    }
    if (meter->is_apart && meter->context) {
        pa.pa_context_set_state_callback(meter->context, NULL, NULL);
        pa.pa_context_disconnect(meter->context);
        pa.pa_context_unref(meter->context);
    }
    free(meter);
}
