// Lets the n-th change of a file under one folder fail, or kills the process there; preloaded before the C library.
// Changes are numbered from 1: opening to write, writing, syncing, truncating, linking, renaming.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[PATH_MAX];
static long n_met, failing;
static int failure;  // an error number, or 0: a kill

void injection_begin(const char* under, long nth, int error) {
    strncpy(folder, under, sizeof folder - 1);
    n_met = 0;
    failing = nth;
    failure = error;
}

long injection_met(void) { return n_met; }

static int fails(const char* path) {
    char whole[2 * PATH_MAX] = "";
    if (!folder[0] || !path) return 0;
    if (path[0] != '/' && getcwd(whole, PATH_MAX)) strcat(whole, "/");
    strncat(whole, path, PATH_MAX - 1);
    if (strncmp(whole, folder, strlen(folder)) != 0) return 0;
    if (++n_met != failing) return 0;
    if (failure == 0) kill(getpid(), SIGKILL);
    errno = failure;
    return 1;
}

static int fails_at(int descriptor) {
    if (!folder[0]) return 0;
    char name[64], path[PATH_MAX];
    snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(name, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

#define REAL(name) __typeof__(name)* real = (__typeof__(name)*)dlsym(RTLD_NEXT, #name)

ssize_t write(int descriptor, const void* data, size_t size) {
    REAL(write);
    if (fails_at(descriptor)) {
        if (failure == ENOSPC && size > 1) real(descriptor, data, size / 2);  // as a full disk does: a part of it
        errno = failure;
        return -1;
    }
    return real(descriptor, data, size);
}

int fsync(int descriptor) {
    REAL(fsync);
    return fails_at(descriptor) ? -1 : real(descriptor);
}

int ftruncate64(int descriptor, off64_t size) {
    REAL(ftruncate64);
    return fails_at(descriptor) ? -1 : real(descriptor, size);
}

int rename(const char* from, const char* to) {
    REAL(rename);
    return fails(to) ? -1 : real(from, to);
}

int link(const char* from, const char* to) {
    REAL(link);
    return fails(to) ? -1 : real(from, to);
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
    REAL(linkat);
    return fails(to) ? -1 : real(from_folder, from, to_folder, to, flags);
}

int open64(const char* path, int flags, ...) {
    REAL(open64);
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return (flags & O_CREAT) && fails(path) ? -1 : real(path, flags, mode);
}
