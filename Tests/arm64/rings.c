// The ring and the wakefulness between the MIDI thread and the rest, as Swift compiles them for arm64 (rings.swift).
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "calls.h"

extern void *ring_make(void);
extern bool ring_push(void *ring, uint64_t value);
extern bool ring_pop(void *ring, uint64_t *value);
extern void *wakefulness_make(void);
extern void wakefulness_becomes(void *state, uint8_t new);
extern bool wakefulness_must_ring(void *state, bool is_urgent);

enum { values = 200000 };

static void *push_all(void *ring) {
    for (uint64_t value = 1; value <= values; value++) {
        while (!ring_push(ring, value * UINT64_C(0x100000001))) sched_yield();
    }
    return NULL;
}

void ring(void) {
    void *ring = ring_make();
    pthread_t pusher;
    CHECK(pthread_create(&pusher, NULL, push_all, ring) == 0);
    for (uint64_t expected = 1, value; expected <= values; expected++) {
        while (!ring_pop(ring, &value)) sched_yield();
        CHECK(value == expected * UINT64_C(0x100000001));
    }
    pthread_join(pusher, NULL);
    uint64_t none;
    CHECK(!ring_pop(ring, &none));
}

void wakefulness(void) {
    void *state = wakefulness_make();
    CHECK(!wakefulness_must_ring(state, true));
    wakefulness_becomes(state, 1);
    CHECK(!wakefulness_must_ring(state, false) && wakefulness_must_ring(state, true) && !wakefulness_must_ring(state, true));
    wakefulness_becomes(state, 2);
    CHECK(wakefulness_must_ring(state, false) && !wakefulness_must_ring(state, false));
}
