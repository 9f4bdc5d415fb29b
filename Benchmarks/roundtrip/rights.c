// rights plain|realtime PROGRAM [ARGUMENT…]: runs a program either without the right to realtime scheduling and locked memory, or under
// SCHED_FIFO, so that two programs can be compared under the same scheduler.
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

// From linux/capability.h, which not every machine has.
enum { ipc_lock = 14, sys_nice = 23 };

int main(int argc, char **argv) {
    if (argc < 3) return 64;
    if (strcmp(argv[1], "realtime") == 0) {
        struct sched_param parameters = {.sched_priority = 50};
        if (sched_setscheduler(0, SCHED_FIFO, &parameters) != 0) return 70;
    } else if (prctl(PR_CAPBSET_DROP, sys_nice, 0, 0, 0) != 0 || prctl(PR_CAPBSET_DROP, ipc_lock, 0, 0, 0) != 0) {
        return 70;
    }
    execv(argv[2], argv + 2);
    fprintf(stderr, "rights: %s: %s\n", argv[2], strerror(errno));
    return 71;
}
