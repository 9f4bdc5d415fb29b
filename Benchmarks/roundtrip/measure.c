// measure CLIENT IN OUT SINGLE BURST [bend]
// measure CLIENT IN OUT paced SECONDS
// measure CLIENT IN OUT rested SECONDS
//
// Sends CC 7 to the port IN of the sequencer client CLIENT and waits for the same value as CC 20 from its port OUT: SINGLE times one after
// the other, then BURST events with 64 in flight. Prints one line of JSON: times in nanoseconds, events per second, and the number of
// answers to the burst. A program may answer several values of a burst with the newest alone; the last one sent must be answered, or this
// fails after a minute.
// bend: sends and expects pitch bends on channel 1, like the faders of a Mackie Control.
// paced: sends one after the other for SECONDS seconds, each 200 µs after the previous answer, from a thread with a higher priority than
// any of CLIENT's, so it sees every delay, whatever causes it. It also prints the longest time between two answers.
// rested: sends some one after the other, then none for SECONDS seconds, then one more, with the same priority. Prints the median of the
// former and the time of the latter.
#include <alsa/asoundlib.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { window = 64, warmup = 200 };

static snd_seq_t *seq;
static int own, is_bend;
static snd_seq_addr_t out;

static void fail(const char *what, int code) {
    fprintf(stderr, "measure: %s: %s\n", what, snd_strerror(code));
    exit(70);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void move(unsigned number) {
    snd_seq_event_t event;
    snd_seq_ev_clear(&event);
    snd_seq_ev_set_source(&event, own);
    snd_seq_ev_set_subs(&event);
    snd_seq_ev_set_direct(&event);
    if (is_bend) {
        // A ramp of 14 bits: values that repeat every 128 moves would look like a cable from an output to an input, which faderd slows
        // down.
        snd_seq_ev_set_pitchbend(&event, 0, (int)(number & 16383) - 8192);
    } else {
        snd_seq_ev_set_controller(&event, 0, 7, (int)(number & 127));
    }
    int sent = snd_seq_event_output_direct(seq, &event);
    if (sent < 0) fail("sending", sent);
}

// The value of the next answer.
static unsigned answer(void) {
    for (;;) {
        snd_seq_event_t *event;
        int got = snd_seq_event_input(seq, &event);
        if (got < 0) fail("receiving", got);
        if (event->source.port != out.port) continue;
        if (is_bend) {
            if (event->type == SND_SEQ_EVENT_PITCHBEND) return (unsigned)(event->data.control.value + 8192) & 127;
        } else if (event->type == SND_SEQ_EVENT_CONTROLLER && event->data.control.param == 20) {
            return (unsigned)event->data.control.value & 127;
        }
    }
}

static int find(const char *client_name, const char *port_name, snd_seq_addr_t *address) {
    snd_seq_client_info_t *client;
    snd_seq_port_info_t *port;
    snd_seq_client_info_alloca(&client);
    snd_seq_port_info_alloca(&port);
    snd_seq_client_info_set_client(client, -1);
    while (snd_seq_query_next_client(seq, client) >= 0) {
        if (strcmp(snd_seq_client_info_get_name(client), client_name) != 0) continue;
        snd_seq_port_info_set_client(port, snd_seq_client_info_get_client(client));
        snd_seq_port_info_set_port(port, -1);
        while (snd_seq_query_next_port(seq, port) >= 0) {
            if (strcmp(snd_seq_port_info_get_name(port), port_name) != 0) continue;
            *address = *snd_seq_port_info_get_addr(port);
            return 1;
        }
    }
    return 0;
}

static int order(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void single(unsigned count, unsigned *number, uint64_t *times) {
    for (unsigned index = 0; index < count + warmup; index++) {
        uint64_t start = now();
        move(++*number);
        unsigned value = answer();
        if (value != (*number & 127)) {
            fprintf(stderr, "measure: sent %u, got %u\n", *number & 127, value);
            exit(65);
        }
        if (index >= warmup) times[index - warmup] = now() - start;
    }
    qsort(times, count, sizeof *times, order);
}

// Returns how many answers came.
static unsigned burst(unsigned count, unsigned *number) {
    unsigned first = *number, sent = first, answered = first, answers = 0;
    while (answered - first < count) {
        while (sent - first < count && sent - answered < window) move(++sent);
        unsigned ahead = (answer() - answered) & 127;
        if (ahead == 0 || ahead > sent - answered) {
            fprintf(stderr, "measure: an answer that fits no event in flight\n");
            exit(65);
        }
        answered += ahead;
        answers++;
    }
    *number = sent;
    return answers;
}

// A higher priority than any thread of CLIENT: so only what delays the answer is measured, not what follows it.
static void come_first(void) {
    struct sched_param first = {.sched_priority = 90};
    if (sched_setscheduler(0, SCHED_FIFO, &first) == 0) return;
    fprintf(stderr, "measure: no right to SCHED_FIFO\n");
    exit(77);
}

static int paced(unsigned seconds, unsigned *number) {
    come_first();
    const struct timespec pause = {.tv_nsec = 200000};
    unsigned most = seconds * 5000, count = 0;
    uint64_t *times = calloc(most, sizeof *times), gap = 0, before = now(), end = before + seconds * 1000000000ull;
    if (times == NULL) return 71;
    while (now() < end && count < most) {
        nanosleep(&pause, NULL);
        uint64_t start = now();
        move(++*number);
        while (answer() != (*number & 127)) {
        }
        uint64_t answered = now();
        times[count++] = answered - start;
        if (answered - before > gap) gap = answered - before;
        before = answered;
    }
    qsort(times, count, sizeof *times, order);
    printf(
        "{\"count\": %u, \"p50\": %llu, \"p99\": %llu, \"max\": %llu, \"gap\": %llu}\n", count, (unsigned long long)times[count / 2],
        (unsigned long long)times[count * 99ull / 100], (unsigned long long)times[count - 1], (unsigned long long)gap);
    return 0;
}

static int rested(unsigned seconds, unsigned *number) {
    enum { warm = 1000 };
    come_first();
    uint64_t times[warm], first;
    single(warm, number, times);
    uint64_t p50 = times[warm / 2];
    sleep(seconds);
    uint64_t start = now();
    move(++*number);
    while (answer() != (*number & 127)) {
    }
    first = now() - start;
    printf("{\"p50\": %llu, \"first\": %llu}\n", (unsigned long long)p50, (unsigned long long)first);
    return 0;
}

int main(int argc, char **argv) {
    is_bend = argc == 7 && strcmp(argv[6], "bend") == 0;
    if (argc != 6 && !is_bend) {
        fprintf(stderr, "usage: measure CLIENT IN OUT SINGLE BURST [bend] | measure CLIENT IN OUT paced | rested SECONDS\n");
        return 64;
    }
    int is_paced = strcmp(argv[4], "paced") == 0, is_rested = strcmp(argv[4], "rested") == 0;
    unsigned singles = (unsigned)atoi(argv[4]), bursts = (unsigned)atoi(argv[5]);
    int opened = snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0);
    if (opened < 0) fail("opening the sequencer", opened);
    snd_seq_set_client_name(seq, "measure");
    snd_seq_set_client_pool_input(seq, 2000);
    snd_seq_set_client_pool_output(seq, 2000);
    own = snd_seq_create_simple_port(
        seq, "measure", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_SUBS_WRITE,
        SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
    snd_seq_addr_t in;
    if (!find(argv[1], argv[2], &in) || !find(argv[1], argv[3], &out)) {
        fprintf(stderr, "measure: there are no ports %s and %s of %s\n", argv[2], argv[3], argv[1]);
        return 69;
    }
    int linked = snd_seq_connect_to(seq, own, in.client, in.port);
    if (linked >= 0) linked = snd_seq_connect_from(seq, own, out.client, out.port);
    // Declared parameters get controls of this surface. Once its port has a reader, their motors are sent feedback.
    snd_seq_addr_t automatic;
    if (linked >= 0 && is_paced && find(argv[1], "auto", &automatic)) {
        linked = snd_seq_connect_from(seq, own, automatic.client, automatic.port);
    }
    if (linked < 0) fail("connecting", linked);
    alarm(60 + (is_paced || is_rested ? bursts : bursts / 10000));
    // Wait until the initial feedback to the new connection has passed. After that, at least the last of several values is answered.
    struct timespec settle = {.tv_nsec = 300000000};
    nanosleep(&settle, NULL);
    snd_seq_drop_input(seq);
    unsigned number = 1;
    // From one end of the travel to the other, so that a fader without a motor takes hold of its parameter wherever it is.
    move(127);
    move(0);
    move(number);
    while (answer() != number) {
    }
    if (is_paced) return paced(bursts, &number);
    if (is_rested) return rested(bursts, &number);
    uint64_t *times = calloc(singles + 1, sizeof *times);
    if (times == NULL) return 71;
    single(singles, &number, times);
    uint64_t start = now();
    unsigned answers = burst(bursts, &number);
    uint64_t took = now() - start;
    printf(
        "{\"p50\": %llu, \"p99\": %llu, \"max\": %llu, \"rate\": %.0f, \"answers\": %u}\n", (unsigned long long)times[singles / 2],
        (unsigned long long)times[singles * 99 / 100], (unsigned long long)times[singles > 0 ? singles - 1 : 0],
        took > 0 ? bursts * 1e9 / (double)took : 0.0, answers);
    return 0;
}
