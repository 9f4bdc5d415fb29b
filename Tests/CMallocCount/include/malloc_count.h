// Counts the allocations of each thread by replacing glibc's malloc in the programs it is linked into. For tests only.
#pragma once
#include <stdint.h>

/// How many times the calling thread has allocated memory since it started.
uint64_t faderd_allocations_of_this_thread(void);
