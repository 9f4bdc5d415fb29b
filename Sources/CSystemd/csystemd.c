#include "csystemd.h"

#include <string.h>

struct csystemd_functions csystemd;

static const char *const names[] = {
#define CSYSTEMD_NAME(result, name, ...) #name,
    CSYSTEMD_FUNCTIONS(CSYSTEMD_NAME)
};

int csystemd_function_count(void) { return sizeof names / sizeof *names; }
const char *csystemd_function_name(int index) { return names[index]; }

// As in cicu.c.
_Static_assert(sizeof csystemd == sizeof names, "one pointer for each name");
void csystemd_function_set(int index, void *address) { memcpy((char *)&csystemd + index * sizeof address, &address, sizeof address); }
