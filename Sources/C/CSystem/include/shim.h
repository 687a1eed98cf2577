#pragma once
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
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
static inline size_t keiro_bytes_in_use(void) {
  struct mallinfo2 sums = mallinfo2();
  return sums.uordblks + sums.hblkhd;
}
static inline void keiro_return_blocks_from(int bytes, int trim) {
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TRIM_THRESHOLD, trim);
}
static inline int keiro_errno(void) { return errno; }
// What the calling thread may have of its processor (sched(7)), as far as the system lets it choose.
void keiro_weigh_thread(int extra_nice, uint64_t slice);
void keiro_take_short_turns(void);
static inline void keiro_clear_errno(void) { errno = 0; }
static inline int keiro_is_file(const struct stat *status) { return S_ISREG(status->st_mode); }
static inline int keiro_is_folder(const struct stat *status) { return S_ISDIR(status->st_mode); }

// open, openat and ioctl are variadic, which Swift cannot call.
static inline int keiro_open_null(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }
static inline int keiro_open_log(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
}
static inline int keiro_create_file(const char *path) {
  return open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640);
}
static inline int keiro_open_records(const char *path) {
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
}
static inline int keiro_create_replacement(const char *path, mode_t mode) {
  return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
}
static inline int keiro_lock(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return -1;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  int code = errno;
  close(fd);
  errno = code;
  return -1;
}
// A FIFO without a writer must not hang the process.
static inline int keiro_open_file(const char *path) {
  return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}
static inline int keiro_open_folder(const char *path) {
  return open(path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
}
// Links are not followed: they could lead out of the folder.
static inline int keiro_open_file_in(int folder, const char *name) {
  return openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
}
static inline int keiro_open_folder_in(int folder, const char *name) {
  return openat(folder, name, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
}
static inline int keiro_status_in(int folder, const char *name, struct stat *status) {
  return fstatat(folder, name, status, AT_SYMLINK_NOFOLLOW);
}
static inline const char *keiro_entry_name(const struct dirent *entry) { return entry->d_name; }
// As the user whose permissions the process has.
static inline int keiro_may(const char *path, int mode) {
  return faccessat(AT_FDCWD, path, mode, AT_EACCESS);
}
static inline int keiro_window_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : -1;
}
static inline char **keiro_environment(void) {
  extern char **environ;
  return environ;
}
// The arguments of the process, the name of the program first; ends with a null pointer.
extern char **keiro_arguments;
static inline char **keiro_command_line(void) { return keiro_arguments; }
static inline void keiro_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline void keiro_do_nothing(int number) { (void)number; }
// Unlike ignoring it, this leaves a held signal that has arrived already to whoever reads it.
static inline void keiro_tame_signal(int number) { signal(number, keiro_do_nothing); }
// Of the calling thread and those that it makes: the signal waits for somebody who reads it.
static inline void keiro_hold_signal(int number) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, number);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}

// Returns the pages of code to the page cache; they come back as they are called again.
void keiro_return_code(void);

// Creates an empty file that only its owner can open, or takes what an ended process left there; fails
// with EWOULDBLOCK while another process writes it, with EEXIST when it is somebody else's.
int keiro_create_copy(const char *path);

// As rename, but fails with EEXIST when there is something at the new path.
int keiro_rename_new(const char *from, const char *to);

// Opens a file, and locks a range of its bytes against every other use, this process's own included;
// fails with EWOULDBLOCK when a part of it is locked. Closing the file unlocks it.
int keiro_lock_range(const char *path, off_t start, off_t length);
