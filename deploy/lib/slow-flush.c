// Delays every flush of a file, as on a slow disk:
//   LD_PRELOAD=./slow-flush.so KEIRO_FLUSH_DELAY=FILE PROGRAM
// FILE holds the delay in milliseconds and is read before each flush.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_first(void) {
  const char *path = getenv("KEIRO_FLUSH_DELAY");
  if (!path) return;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  char text[16] = {0};
  ssize_t count = read(fd, text, sizeof text - 1);
  close(fd);
  long milliseconds = count > 0 ? strtol(text, NULL, 10) : 0;
  if (milliseconds > 0 && milliseconds <= 10000) usleep((useconds_t)milliseconds * 1000);
}

int fsync(int fd) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fsync");
  wait_first();
  return next(fd);
}

int fdatasync(int fd) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
  wait_first();
  return next(fd);
}
