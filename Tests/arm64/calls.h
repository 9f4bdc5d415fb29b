#pragma once
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(claim)                                                          \
    do {                                                                      \
        if (!(claim)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

void icu(void);
void ring(void);
void wakefulness(void);
