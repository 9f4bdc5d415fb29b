#include "cmosquitto.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

struct cmosquitto_functions cmosquitto;

static const char *const names[] = {
#define CMOSQUITTO_NAME(result, name, ...) #name,
    CMOSQUITTO_FUNCTIONS(CMOSQUITTO_NAME)
};

int cmosquitto_function_count(void) { return sizeof names / sizeof *names; }
const char *cmosquitto_function_name(int index) { return names[index]; }

// As in cicu.c.
_Static_assert(sizeof cmosquitto == sizeof names, "one pointer for each name");
void cmosquitto_function_set(int index, void *address) { memcpy((char *)&cmosquitto + index * sizeof address, &address, sizeof address); }

int cmosquitto_write(struct mosquitto *client, int milliseconds, bool *took) {
    struct pollfd link = {.fd = cmosquitto.mosquitto_socket(client), .events = POLLOUT};
    *took = poll(&link, 1, milliseconds) > 0;
    int code = *took ? cmosquitto.mosquitto_loop_write(client, 1) : 0;
    return code ? code : cmosquitto.mosquitto_loop_misc(client);
}

unsigned long long cmosquitto_arrived(struct mosquitto *client) {
    struct tcp_info info;
    memset(&info, 0, sizeof info);
    socklen_t size = sizeof info;
    if (getsockopt(cmosquitto.mosquitto_socket(client), IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
    return info.tcpi_bytes_received;
}
