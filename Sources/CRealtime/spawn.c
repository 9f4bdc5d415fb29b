#define _GNU_SOURCE
#include "include/realtime.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int faderd_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

// As NAME=VALUE.
static bool same_name(const char *one, const char *other) {
    size_t length = strcspn(one, "=");
    return strncmp(one, other, length) == 0 && other[length] == '=';
}

static bool is_among(const char *variable, char *const variables[]) {
    for (; *variables; variables++) {
        if (same_name(variable, *variables))
            return true;
    }
    return false;
}

// Our environment with these variables added or replaced, without NOTIFY_SOCKET: only the daemon may speak to systemd. NULL: no memory.
static char **environment(char *const variables[]) {
    static char *const dropped[] = {"NOTIFY_SOCKET=", NULL};
    size_t count = 0, more = 0, kept = 0;
    while (environ[count])
        count++;
    while (variables[more])
        more++;
    char **copy = malloc((count + more + 1) * sizeof *copy);
    if (!copy)
        return NULL;
    for (size_t place = 0; place < count; place++) {
        if (!is_among(environ[place], dropped) && !is_among(environ[place], variables))
            copy[kept++] = environ[place];
    }
    memcpy(copy + kept, variables, (more + 1) * sizeof *copy);
    return copy;
}

int faderd_spawn(char *const words[], char *const more[], int output, pid_t *process) {
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
    char **variables = environment(more);
    int refused = variables ? posix_spawnp(process, words[0], &files, &attributes, words, variables) : ENOMEM;
    free(variables);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return refused;
}
