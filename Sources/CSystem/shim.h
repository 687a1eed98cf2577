#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Swift sees glibc's constants as enumerations of several types, or not at all; these are their
// plain values.
static inline int keiro_sock_datagram(void) { return SOCK_DGRAM | SOCK_CLOEXEC; }
static inline int keiro_msg_nosignal(void) { return MSG_NOSIGNAL; }
static inline int keiro_rlimit_files(struct rlimit *limit) { return getrlimit(RLIMIT_NOFILE, limit); }
static inline int keiro_set_rlimit_files(const struct rlimit *limit) { return setrlimit(RLIMIT_NOFILE, limit); }
static inline void keiro_limit_arenas(int count) { mallopt(M_ARENA_MAX, count); }
static inline int keiro_errno(void) { return errno; }

// open is variadic, which Swift cannot call.
static inline int keiro_open_null(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }
static inline int keiro_open_log(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}
static inline void keiro_ignore_signal(int number) { signal(number, SIG_IGN); }
