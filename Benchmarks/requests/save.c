// save DIRECTORY BYTES COUNT: measures how long the disk takes for one durable save and nothing else, with the system calls of faderd: a new
// file of BYTES bytes, fdatasync, the old file kept as the previous generation, rename, fsync of the directory. Prints {"p50": ns, "p99": ns}.
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
    if (count != 4) { fprintf(stderr, "save DIRECTORY BYTES COUNT\n"); return 64; }
    check(words[1], chdir(words[1]));
    size_t size = strtoul(words[2], NULL, 10);
    long times = strtol(words[3], NULL, 10), *took = calloc((size_t)times, sizeof *took);
    char *bytes = malloc(size);
    memset(bytes, 'x', size);
    for (long index = -times / 10; index < times; index++) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        int file = open("save.tmp", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        check("open", file);
        check("chmod", fchmod(file, 0600));
        check("write", write(file, bytes, size));
        check("fdatasync", fdatasync(file));
        check("close", close(file));
        // The first time there is no file to keep.
        if (link("save", "save.third") == 0) {
            check("rename", rename("save.third", "save.previous"));
            unlink("save.third");
        }
        check("rename", rename("save.tmp", "save"));
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
