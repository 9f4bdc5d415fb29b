#define _GNU_SOURCE
#include "include/realtime.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int faderd_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

// The environment without the socket on which only the daemon itself may speak to systemd. NULL if there is no memory.
static char **environment(void) {
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **copy = malloc((count + 1) * sizeof *copy);
    for (size_t place = 0; copy && place < count; place++) {
        if (strncmp(environ[place], "NOTIFY_SOCKET=", 14) != 0)
            copy[kept++] = environ[place];
    }
    if (copy)
        copy[kept] = NULL;
    return copy;
}

int faderd_spawn(char *const words[], int output, pid_t *process) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (output >= 0)
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char **variables = environment();
    int refused = variables ? posix_spawnp(process, words[0], &files, &attributes, words, variables) : ENOMEM;
    free(variables);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return refused;
}
