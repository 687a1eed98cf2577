// Makes system calls of a running program fail, and its wall clock jump, as rules in a file demand:
//   LD_PRELOAD=./faults.so KEIRO_FAULTS=FILE PROGRAM
// FILE holds one rule per line and is read a hundred times a second:
//   CALL WHERE WHAT PERCENT
// CALL is one of the functions below; WHERE is a part of the file's path, or - for all descriptors;
// WHAT is the name of an error, or 'short' to transfer fewer bytes than requested. The rule
//   clock - SECONDS 100
// moves the wall clock; the monotonic clock is unaffected. FILE.done lists the rules in force, each
// after the number of calls it has affected.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SHORT = -1, RULES = 16, TEXT = 4096 };

struct rule {
  char call[16], where[64], what[32];
  unsigned percent;
  int error;
  long long seconds;
  atomic_ulong met;
};
struct schedule {
  int count;
  struct rule rules[RULES];
};
// The one in force and the next, so that nobody reads one that is being written.
static struct schedule schedules[2];
static _Atomic(struct schedule *) current = schedules;

// The library's own files are reached past the functions below.
static ssize_t read_file(const char *path, char *text) {
  int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0) return -1;
  ssize_t count = syscall(SYS_read, fd, text, TEXT - 1);
  syscall(SYS_close, fd);
  if (count >= 0) text[count] = 0;
  return count;
}

// Replaces the file at once, since it is read meanwhile.
static void write_file(const char *path, const char *text, size_t length) {
  char next[TEXT];
  snprintf(next, sizeof next, "%s.next", path);
  int fd = syscall(SYS_openat, AT_FDCWD, next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0) return;
  syscall(SYS_write, fd, text, length);
  syscall(SYS_close, fd);
  syscall(SYS_renameat2, AT_FDCWD, next, AT_FDCWD, path, 0);
}

static int error_named(const char *name) {
  for (int error = 1; error < 134; error++) {
    const char *known = strerrorname_np(error);
    if (known && !strcmp(known, name)) return error;
  }
  return 0;
}

static void adopt(const char *text) {
  struct schedule *next = atomic_load(&current) == schedules ? schedules + 1 : schedules;
  memset(next, 0, sizeof *next);
  for (const char *line = text; line && next->count < RULES; line = strchr(line, '\n')) {
    struct rule *rule = &next->rules[next->count];
    if (*line == '\n') line++;
    int found = sscanf(
      line, "%15s %63s %31s %u", rule->call, rule->where, rule->what, &rule->percent);
    if (found != 4) continue;
    rule->seconds = strtoll(rule->what, NULL, 10);
    rule->error = strcmp(rule->what, "short") ? error_named(rule->what) : SHORT;
    next->count++;
  }
  atomic_store(&current, next);
}

static void tell(const char *path) {
  static char told[TEXT];
  char text[TEXT];
  struct schedule *schedule = atomic_load(&current);
  size_t length = 0;
  text[0] = 0;
  for (int index = 0; index < schedule->count; index++) {
    struct rule *rule = &schedule->rules[index];
    length += snprintf(
      text + length, TEXT - length, "%lu %s %s %s %u\n", atomic_load(&rule->met), rule->call,
      rule->where, rule->what, rule->percent);
  }
  if (!strcmp(text, told)) return;
  strcpy(told, text);
  write_file(path, text, length);
}

static void *watch(void *path) {
  static char seen[TEXT], text[TEXT], done[TEXT];
  snprintf(done, sizeof done, "%s.done", (char *)path);
  for (;;) {
    if (read_file(path, text) >= 0 && strcmp(seen, text)) {
      strcpy(seen, text);
      adopt(text);
    }
    tell(done);
    struct timespec pause = {.tv_nsec = 10000000};
    nanosleep(&pause, NULL);
  }
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  char *path = getenv("KEIRO_FAULTS");
  pthread_t thread;
  if (path) pthread_create(&thread, NULL, watch, path);
}

static unsigned random_number(void) {
  static _Thread_local unsigned long long state;
  if (!state) state = (unsigned long long)syscall(SYS_gettid) * 0x9E3779B97F4A7C15ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 33;
}

static int is_at(const char *where, int fd) {
  char link[32], path[512];
  if (!strcmp(where, "-")) return 1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t count = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return strstr(path, where) != NULL;
}

// What becomes of a call on a descriptor, or on a path: 0, an error, or SHORT.
static int fault(const char *call, int fd, const char *path) {
  struct schedule *schedule = atomic_load(&current);
  for (int index = 0; index < schedule->count; index++) {
    struct rule *rule = &schedule->rules[index];
    if (!rule->error || strcmp(rule->call, call)) continue;
    if (path ? !strstr(path, rule->where) : !is_at(rule->where, fd)) continue;
    if (random_number() % 100 >= rule->percent) continue;
    atomic_fetch_add(&rule->met, 1);
    return rule->error;
  }
  return 0;
}

static long long clock_offset(void) {
  struct schedule *schedule = atomic_load(&current);
  for (int index = 0; index < schedule->count; index++) {
    struct rule *rule = &schedule->rules[index];
    if (strcmp(rule->call, "clock")) continue;
    atomic_fetch_add(&rule->met, 1);
    return rule->seconds;
  }
  return 0;
}

// The function that would have been called.
#define REAL(name)                                        \
  static __typeof__(&name) real;                          \
  if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
// Fails as the schedule says, or makes `length` smaller.
#define FAIL(call, fd)                  \
  int error = fault(call, fd, NULL);    \
  if (error > 0) {                      \
    errno = error;                      \
    return -1;                          \
  }
#define SHORTEN(length) \
  if (error == SHORT && length > 1) length = 1 + random_number() % length

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(write);
  FAIL("write", fd)
  SHORTEN(length);
  return real(fd, bytes, length);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(pwrite);
  FAIL("pwrite", fd)
  SHORTEN(length);
  return real(fd, bytes, length, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return pwrite(fd, bytes, length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) {
  REAL(pread);
  FAIL("pread", fd)
  SHORTEN(length);
  return real(fd, bytes, length, offset);
}

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset) {
  return pread(fd, bytes, length, offset);
}

ssize_t read(int fd, void *bytes, size_t length) {
  REAL(read);
  FAIL("read", fd)
  SHORTEN(length);
  return real(fd, bytes, length);
}

int fsync(int fd) {
  REAL(fsync);
  FAIL("fsync", fd)
  return real(fd);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  FAIL("fsync", fd)
  return real(fd);
}

ssize_t recv(int fd, void *bytes, size_t length, int flags) {
  REAL(recv);
  FAIL("recv", fd)
  SHORTEN(length);
  return real(fd, bytes, length, flags);
}

ssize_t send(int fd, const void *bytes, size_t length, int flags) {
  REAL(send);
  FAIL("send", fd)
  SHORTEN(length);
  return real(fd, bytes, length, flags);
}

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags) {
  REAL(accept4);
  FAIL("accept", fd)
  return real(fd, address, length, flags);
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  static const char *const calls[] = {
    [EPOLL_CTL_ADD] = "epoll_add", [EPOLL_CTL_DEL] = "epoll_del", [EPOLL_CTL_MOD] = "epoll_mod"};
  REAL(epoll_ctl);
  FAIL(calls[operation], fd)
  return real(epoll, operation, fd, event);
}

int open(const char *path, int flags, ...) {
  REAL(open);
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  int error = fault("open", -1, path);
  if (error > 0) {
    errno = error;
    return -1;
  }
  return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return open(path, flags, mode);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  int error = fault("open", -1, path);
  if (error > 0) {
    errno = error;
    return NULL;
  }
  return real(path);
}

// A disk without room, whatever the error.
int statvfs(const char *path, struct statvfs *room) {
  REAL(statvfs);
  int result = real(path, room);
  if (!result && fault("statvfs", -1, path)) room->f_bavail = 0;
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(clock_gettime);
  int result = real(clock, time);
  if (!result && clock == CLOCK_REALTIME) time->tv_sec += clock_offset();
  return result;
}

int gettimeofday(struct timeval *time, void *zone) {
  REAL(gettimeofday);
  int result = real(time, zone);
  if (!result) time->tv_sec += clock_offset();
  return result;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
