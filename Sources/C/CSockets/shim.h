#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Swift sees glibc's epoll and socket constants as enumerations of several types, or not at all;
// these are their plain values.
static inline unsigned keiro_epoll_in(void) { return EPOLLIN; }
static inline unsigned keiro_epoll_out(void) { return EPOLLOUT; }
static inline unsigned keiro_epoll_error(void) { return EPOLLERR; }
static inline unsigned keiro_epoll_hangup(void) { return EPOLLHUP; }
static inline unsigned keiro_epoll_read_hangup(void) { return EPOLLRDHUP; }
static inline unsigned keiro_epoll_exclusive(void) { return EPOLLEXCLUSIVE; }
static inline int keiro_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline int keiro_sock_stream(void) { return SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC; }
static inline int keiro_accept_flags(void) { return SOCK_NONBLOCK | SOCK_CLOEXEC; }
static inline int keiro_is_socket(const struct stat *status) { return S_ISSOCK(status->st_mode); }
static inline int keiro_peek_flag(void) { return MSG_PEEK; }
static inline int keiro_shut_write(void) { return SHUT_WR; }
static inline int keiro_ipproto_tcp(void) { return IPPROTO_TCP; }
static inline int keiro_ipproto_ipv6(void) { return IPPROTO_IPV6; }

// recv and send are cancellation points of a thread, which glibc prepares with locked
// instructions at each call. No thread here is ever cancelled.
static inline ssize_t keiro_receive(int fd, void *buffer, size_t count) {
  return syscall(SYS_recvfrom, fd, buffer, count, 0, NULL, NULL);
}
static inline ssize_t keiro_send(int fd, const void *buffer, size_t count, int is_last) {
  int flags = MSG_NOSIGNAL | (is_last ? MSG_MORE : 0);
  return syscall(SYS_sendto, fd, buffer, count, flags, NULL, 0);
}

/// The length and the limit of the queue of a listening socket; -1 for other sockets.
static inline int keiro_accept_queue(int fd, unsigned *waiting, unsigned *limit) {
  struct tcp_info info;
  socklen_t length = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0) return -1;
  *waiting = info.tcpi_unacked;
  *limit = info.tcpi_sacked;
  return 0;
}

// accept4 needs _GNU_SOURCE, which the importer does not define.
int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags);

// fcntl is variadic, which Swift cannot call.
static inline int keiro_get_flags(int fd) { return fcntl(fd, F_GETFL); }
static inline int keiro_set_nonblocking(int fd, int flags) {
  return fcntl(fd, F_SETFL, flags | O_NONBLOCK) == -1 ? -1 : fcntl(fd, F_SETFD, FD_CLOEXEC);
}
