#include "cmosquitto.h"

#include <string.h>

struct cmosquitto_functions cmosquitto;

static const char *const names[] = {
#define CMOSQUITTO_NAME(result, name, ...) #name,
    CMOSQUITTO_FUNCTIONS(CMOSQUITTO_NAME)
};

int cmosquitto_function_count(void) { return sizeof names / sizeof *names; }
const char *cmosquitto_function_name(int index) { return names[index]; }

// dlsym, too, relies on pointers to functions and to data being of one size. This copies, because C does not convert one into the other.
_Static_assert(sizeof cmosquitto == sizeof names, "one pointer for each name");
void cmosquitto_function_set(int index, void *address) { memcpy((char *)&cmosquitto + index * sizeof address, &address, sizeof address); }
