#define _GNU_SOURCE
#include "shim.h"

static int failed(int file, int code) {
  close(file);
  errno = code;
  return -1;
}

int keiro_create_copy(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return -1;
  // A file system without locks is used without them.
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return failed(file, EWOULDBLOCK);
  struct stat ours, named;
  if (fstat(file, &ours) != 0) return failed(file, errno);
  // Its writer may have put it in its place since it was opened.
  if (stat(path, &named) != 0 || named.st_ino != ours.st_ino) return failed(file, EWOULDBLOCK);
  if (!S_ISREG(ours.st_mode) || ours.st_uid != geteuid() || ours.st_nlink != 1) {
    return failed(file, EEXIST);
  }
  if (fchmod(file, 0600) != 0 || ftruncate(file, 0) != 0) return failed(file, errno);
  return file;
}

int keiro_rename_new(const char *from, const char *to) {
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // A file system that cannot do this at once can do it in two steps.
  if (link(from, to) != 0) return -1;
  unlink(from);
  return 0;
}

int keiro_lock_range(const char *path, off_t start, off_t length) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return -1;
  struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
  if (fcntl(file, F_OFD_SETLK, &range) == 0) return file;
  return failed(file, errno == EACCES ? EWOULDBLOCK : errno);
}
