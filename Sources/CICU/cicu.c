#include "cicu.h"

#include <string.h>

struct cicu_functions cicu;

static const char *const names[] = {
#define CICU_NAME(result, name, ...) #name,
    CICU_FUNCTIONS(CICU_NAME)
};

int cicu_function_count(void) { return sizeof names / sizeof *names; }
const char *cicu_function_name(int index) { return names[index]; }

// The pointers are of one size, as dlsym relies on. A copy, because C does not convert a function's into data's.
_Static_assert(sizeof cicu == sizeof names, "one pointer for each name");
void cicu_function_set(int index, void *address) { memcpy((char *)&cicu + index * sizeof address, &address, sizeof address); }
