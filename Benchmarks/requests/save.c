// save DIRECTORY BYTES COUNT [exchange]: measures how long the disk takes for one durable save and nothing else: a new file of BYTES bytes,
// fsync, the old file kept as the previous generation, rename, fsync of the directory. The plain way links the old file and renames twice.
// With "exchange" it works as faderd does: the oldest file is written over under a lease, and names are exchanged. Prints
// {"p50": ns, "p99": ns}.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void check(const char *what, long result) {
    if (result >= 0) return;
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static int ascending(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

int main(int count, char **words) {
    int exchanges = count == 5 && !strcmp(words[4], "exchange");
    if (count != 4 && !exchanges) { fprintf(stderr, "save DIRECTORY BYTES COUNT [exchange]\n"); return 64; }
    check(words[1], chdir(words[1]));
    size_t size = strtoul(words[2], NULL, 10);
    long times = strtol(words[3], NULL, 10), *took = calloc((size_t)times, sizeof *took);
    char *bytes = malloc(size);
    memset(bytes, 'x', size);
    for (long index = -times / 10; index < times; index++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        int file = exchanges ? open("save.tmp", O_WRONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
        if (file >= 0) {
            struct stat information;
            check("lease", fcntl(file, F_SETLEASE, F_WRLCK));
            check("stat", fstat(file, &information));
        } else {
            file = open("save.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
            check("open", file);
            check("chmod", fchmod(file, 0600));
        }
        check("write", write(file, bytes, size));
        check("fsync", exchanges ? fdatasync(file) : fsync(file));
        check("close", close(file));
        // The first time there is no file to keep; the second time there is no previous generation yet.
        if (exchanges && !renameat2(AT_FDCWD, "save.tmp", AT_FDCWD, "save", RENAME_EXCHANGE)) {
            if (renameat2(AT_FDCWD, "save.tmp", AT_FDCWD, "save.previous", RENAME_EXCHANGE))
                check("rename", rename("save.tmp", "save.previous"));
        } else {
            if (link("save", "save.spare") == 0) {
                check("rename", rename("save.spare", "save.previous"));
                unlink("save.spare");
            }
            check("rename", rename("save.tmp", "save"));
        }
        int directory = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        check("open", directory);
        check("fsync", fsync(directory));
        check("close", close(directory));
        clock_gettime(CLOCK_MONOTONIC, &after);
        if (index >= 0) took[index] = (after.tv_sec - before.tv_sec) * 1000000000L + after.tv_nsec - before.tv_nsec;
    }
    unlink("save.tmp");
    qsort(took, (size_t)times, sizeof *took, ascending);
    printf("{\"p50\": %ld, \"p99\": %ld}\n", took[times / 2], took[times * 99 / 100]);
    return 0;
}
