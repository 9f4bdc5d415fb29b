// exchange SOCKET COUNT METHOD PATH [BODY]...: sends COUNT requests over one connection to a Unix socket, each after the answer to the
// previous one, with the bodies in turn. Prints {"p50": ns, "p99": ns, "answer": bytes}.
// exchange --least SOCKET BYTES: the smallest server that answers like that: one read, and one write of BYTES bytes of HTTP. Runs until
// killed.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static int unix_socket(const char *path, struct sockaddr_un *address) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) { errno = ENAMETOOLONG; fail(path); }
    strcpy(address->sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) fail("socket");
    return descriptor;
}

static void least(const char *path, size_t size) {
    struct sockaddr_un address;
    int listener = unix_socket(path, &address);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 8)) fail(path);
    char *answer = malloc(size + 1), request[65536];
    int head = snprintf(answer, size + 1, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", size - 45);
    memset(answer + head, 'x', size - (size_t)head);
    // The length is that of the body, however many digits it has.
    int exact = snprintf(answer, size + 1, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", size - (size_t)head);
    if (exact != head) { errno = EINVAL; fail("size"); }
    answer[exact] = 'x';
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) fail("accept");
        while (read(client, request, sizeof request) > 0)
            if (write(client, answer, size) != (ssize_t)size) break;
        close(client);
    }
}

// Reads one answer to its end; returns its size.
static size_t answer(int descriptor) {
    static char text[1 << 20];
    size_t have = 0, whole = 0;
    while (whole == 0 || have < whole) {
        ssize_t got = read(descriptor, text + have, sizeof text - 1 - have);
        if (got <= 0) fail("read");
        have += (size_t)got;
        text[have] = 0;
        char *end = strstr(text, "\r\n\r\n");
        if (whole == 0 && end) {
            if (strncmp(text, "HTTP/1.1 200 ", 13)) { fprintf(stderr, "%.*s\n", 300, text); exit(1); }
            char *length = strcasestr(text, "\r\ncontent-length:");
            if (!length) { errno = EPROTO; fail("an answer without its length"); }
            whole = (size_t)(end + 4 - text) + strtoul(length + 17, NULL, 10);
        }
    }
    return whole;
}

static int ascending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    if (count == 4 && !strcmp(words[1], "--least")) least(words[2], strtoul(words[3], NULL, 10));
    if (count < 5) { errno = EINVAL; fail("exchange SOCKET COUNT METHOD PATH [BODY]..."); }
    struct sockaddr_un address;
    int descriptor = unix_socket(words[1], &address);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address)) fail(words[1]);
    int bodies = count - 5;
    long times = strtol(words[2], NULL, 10), warm = times / 10, *took = calloc((size_t)times, sizeof *took);
    size_t size = 0;
    for (long index = -warm; index < times; index++) {
        char request[65536];
        const char *body = bodies ? words[5 + (index + warm) % bodies] : NULL;
        int length = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: localhost\r\n", words[3], words[4]);
        if (body) length += snprintf(request + length, sizeof request - (size_t)length,
            "Content-Type: application/json\r\nContent-Length: %zu\r\n", strlen(body));
        length += snprintf(request + length, sizeof request - (size_t)length, "\r\n%s", body ? body : "");
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        if (write(descriptor, request, (size_t)length) != length) fail("write");
        size = answer(descriptor);
        clock_gettime(CLOCK_MONOTONIC, &after);
        if (index >= 0) took[index] = (after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec;
    }
    qsort(took, (size_t)times, sizeof *took, ascending);
    printf("{\"p50\": %ld, \"p99\": %ld, \"answer\": %zu}\n", took[times / 2], took[times * 99 / 100], size);
}
