// console relay PORT
// console measure PORT CLIENT COUNT
//
// relay: the smallest program that lets a motor follow a fader of an X32 at PORT of this machine: it subscribes every four seconds, and what the console says of channel 1 goes
// out as a pitch bend of the sequencer client `relay`, to every reader of its port `out`. No handshake, no other value, no range, no state.
// measure: the console. Once CLIENT has subscribed and its port `out` is there, it changes the fader COUNT times, each time 3 ms after the answer, and waits for the
// pitch bend. It answers /xinfo and /status, and what is asked about channel 1. Prints one line of JSON: times in nanoseconds.
#include <alsa/asoundlib.h>
#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char fader[] = "/ch/01/mix/fader\0\0\0\0,f\0";
enum { head = sizeof fader, warmup = 200 };

static snd_seq_t *seq;
static int link_end, port;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "console: %s: %s\n", what, why);
    exit(70);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void open_all(const char *name, const char *port_name, unsigned caps) {
    if (snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0) fail("the sequencer", "cannot be opened");
    snd_seq_set_client_name(seq, name);
    port = snd_seq_create_simple_port(seq, port_name, caps, SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
    link_end = socket(AF_INET, SOCK_DGRAM, 0);
    if (port < 0 || link_end < 0) fail("a port", "cannot be made");
}

static int relay(struct sockaddr_in *console) {
    static const char subscribe[] = "/xremote\0\0\0\0,\0\0";
    open_all("relay", "out", SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ);
    if (connect(link_end, (struct sockaddr *)console, sizeof *console) < 0) return 74;
    if (send(link_end, subscribe, sizeof subscribe, 0) < 0) return 74;
    struct pollfd waiting = {.fd = link_end, .events = POLLIN};
    for (;;) {
        if (poll(&waiting, 1, 4000) == 0 && send(link_end, subscribe, sizeof subscribe, 0) < 0) return 74;
        unsigned char packet[512];
        if (recv(link_end, packet, sizeof packet, MSG_DONTWAIT) != head + 4 || memcmp(packet, fader, head) != 0) continue;
        uint32_t bits = (uint32_t)packet[head] << 24 | packet[head + 1] << 16 | packet[head + 2] << 8 | packet[head + 3];
        float told;
        memcpy(&told, &bits, sizeof told);
        snd_seq_event_t event;
        snd_seq_ev_clear(&event);
        snd_seq_ev_set_source(&event, port);
        snd_seq_ev_set_subs(&event);
        snd_seq_ev_set_direct(&event);
        snd_seq_ev_set_pitchbend(&event, 0, (int)(told * 16383) - 8192);
        if (snd_seq_event_output_direct(seq, &event) < 0) return 74;
    }
}

static struct sockaddr_in client;
static int is_subscribed;
static float place = 0.5f;

static void tell(const char *packet, size_t size, const struct sockaddr_in *to) {
    if (sendto(link_end, packet, size, 0, (const struct sockaddr *)to, sizeof *to) < 0) fail("sending", strerror(errno));
}

static void tell_fader(const struct sockaddr_in *to) {
    char packet[head + 4];
    uint32_t bits;
    memcpy(packet, fader, head);
    memcpy(&bits, &place, sizeof bits);
    bits = htonl(bits);
    memcpy(packet + head, &bits, 4);
    tell(packet, sizeof packet, to);
}

// Answers what has been asked.
static void serve(void) {
    static const char info[] = "/xinfo\0\0,ssss\0\0\0" "127.0.0.1\0\0\0" "Bench\0\0\0" "X32\0" "4.06\0\0\0";
    static const char status[] = "/status\0,sss\0\0\0\0" "active\0\0" "127.0.0.1\0\0\0" "osc-server\0";
    static const char name[] = "/ch/01/config/name\0\0,s\0\0" "Vox";
    static const char color[] = "/ch/01/config/color\0,i\0\0\0\0\0";
    char packet[512] = "";
    struct sockaddr_in from;
    socklen_t size = sizeof from;
    while (recvfrom(link_end, packet, sizeof packet - 1, MSG_DONTWAIT, (struct sockaddr *)&from, &size) > 0) {
        if (strcmp(packet, "/xremote") == 0) (client = from, is_subscribed = 1);
        if (strcmp(packet, "/xinfo") == 0) tell(info, sizeof info, &from);
        if (strcmp(packet, "/status") == 0) tell(status, sizeof status, &from);
        if (strcmp(packet, name) == 0) tell(name, sizeof name, &from);
        if (strcmp(packet, color) == 0) tell(color, sizeof color, &from);
        if (strcmp(packet, fader) == 0) tell_fader(&from);
        memset(packet, 0, sizeof packet);
    }
}

static int find(const char *wanted, snd_seq_addr_t *address) {
    snd_seq_client_info_t *one;
    snd_seq_port_info_t *its;
    snd_seq_client_info_alloca(&one);
    snd_seq_port_info_alloca(&its);
    snd_seq_client_info_set_client(one, -1);
    while (snd_seq_query_next_client(seq, one) >= 0) {
        if (strcmp(snd_seq_client_info_get_name(one), wanted) != 0) continue;
        snd_seq_port_info_set_client(its, snd_seq_client_info_get_client(one));
        snd_seq_port_info_set_port(its, -1);
        while (snd_seq_query_next_port(seq, its) >= 0) {
            if (strcmp(snd_seq_port_info_get_name(its), "out") != 0) continue;
            *address = *snd_seq_port_info_get_addr(its);
            return 1;
        }
    }
    return 0;
}

static struct pollfd both[2];

// Serves until there is a pitch bend, or for so many milliseconds. Returns whether there was one.
static int await_bend(int limit) {
    uint64_t end = now() + (uint64_t)limit * 1000000u;
    for (;;) {
        while (snd_seq_event_input_pending(seq, 1) > 0) {
            snd_seq_event_t *event;
            if (snd_seq_event_input(seq, &event) >= 0 && event->type == SND_SEQ_EVENT_PITCHBEND) return 1;
        }
        uint64_t moment = now();
        if (moment >= end) return 0;
        if (poll(both, 2, (int)((end - moment) / 1000000u) + 1) > 0 && both[0].revents) serve();
    }
}

static int order(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static int measure(struct sockaddr_in *own, const char *wanted, unsigned count) {
    open_all("console", "in", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE);
    if (bind(link_end, (struct sockaddr *)own, sizeof *own) < 0) return 74;
    both[0] = (struct pollfd){.fd = link_end, .events = POLLIN};
    snd_seq_poll_descriptors(seq, both + 1, 1, POLLIN);
    alarm(120);
    snd_seq_addr_t out;
    while (!is_subscribed || !find(wanted, &out)) {
        poll(both, 1, 10);
        serve();
    }
    if (snd_seq_connect_from(seq, port, out.client, out.port) < 0) return 70;
    // What is asked at the beginning is answered, and what the motor is sent at first has passed.
    for (unsigned turn = 0; turn < 200; turn++) await_bend(10);
    uint64_t *times = calloc(count, sizeof *times);
    if (times == NULL) return 71;
    for (unsigned turn = 0; turn < count + warmup; turn++) {
        // Another place of the console's grid each time, all over the travel.
        place = (float)(turn * 389 % 1023 + 1) / 1023;
        uint64_t start = now();
        tell_fader(&client);
        if (!await_bend(2000)) fail(wanted, "does not move the motor");
        if (turn >= warmup) times[turn - warmup] = now() - start;
        if (await_bend(3)) fail(wanted, "moves the motor twice");
    }
    qsort(times, count, sizeof *times, order);
    printf("{\"count\": %u, \"p50\": %llu, \"p99\": %llu}\n", count, (unsigned long long)times[count / 2], (unsigned long long)times[count * 99ull / 100]);
    return 0;
}

int main(int count, char **words) {
    int is_relay = count == 3 && strcmp(words[1], "relay") == 0;
    if (!is_relay && (count != 5 || strcmp(words[1], "measure") != 0)) {
        fprintf(stderr, "usage: console relay PORT | console measure PORT CLIENT COUNT\n");
        return 64;
    }
    struct sockaddr_in console = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[2])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return is_relay ? relay(&console) : measure(&console, words[3], (unsigned)atoi(words[4]));
}
