// udpflood SOCKET PORT FILE
//
// Sends the packets of FILE, each after its length in four bytes, over and over and as fast as it can, from a socket that it has inherited to a port of this machine.
// Prints how many it has sent when it is told to end.
#include <arpa/inet.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

static volatile sig_atomic_t ended;

static void end(int number) { ended = number; }

int main(int count, char **words) {
    static uint8_t packets[1 << 20];
    if (count != 4) return 64;
    FILE *file = fopen(words[3], "rb");
    if (!file) return 66;
    size_t size = fread(packets, 1, sizeof packets, file);
    struct sockaddr_in goal = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[2])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sigaction action = {.sa_handler = end};
    sigaction(SIGTERM, &action, NULL);
    unsigned long sent = 0;
    while (!ended) {
        for (size_t at = 0; at + 4 <= size && !ended;) {
            size_t length = (size_t)packets[at] << 24 | packets[at + 1] << 16 | packets[at + 2] << 8 | packets[at + 3];
            at += 4;
            if (at + length > size) return 65;
            sent += sendto(atoi(words[1]), packets + at, length, 0, (struct sockaddr *)&goal, sizeof goal) >= 0;
            at += length;
        }
    }
    printf("%lu\n", sent);
    return 0;
}
