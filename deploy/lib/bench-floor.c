// The minimum that a server on epoll needs: counts incoming empty lines and sends as many copies of
// a prepared answer. No server that looks at its requests can need less.
// Usage: bench-floor PORT ANSWER-FILE [close]
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static char answer[1 << 16], output[1 << 20], input[1 << 16];

static int listen_on(int port) {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 4096)) exit(3);
  return fd;
}

// Returns whether the connection stays open.
static int serve(int fd, size_t length, int closes) {
  ssize_t count = recv(fd, input, sizeof input, 0);
  if (count <= 0) return 0;
  size_t size = 0;
  for (char *at = input; (at = memmem(at, input + count - at, "\r\n\r\n", 4)); at += 4) {
    if (size + length > sizeof output) break;
    memcpy(output + size, answer, length);
    size += length;
  }
  // An answer that does not fit is lost: the load that this is for waits for its answers.
  return send(fd, output, size, MSG_NOSIGNAL) >= 0 && !closes;
}

int main(int argc, char **argv) {
  FILE *file = argc > 2 ? fopen(argv[2], "rb") : NULL;
  if (!file) return 2;
  size_t length = fread(answer, 1, sizeof answer, file);
  int listener = listen_on(atoi(argv[1])), epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int ready = epoll_wait(epoll, events, 256, -1);
    for (int index = 0; index < ready; index++) {
      int fd = events[index].data.fd, one = 1;
      if (fd != listener) {
        if (!serve(fd, length, argc > 3)) close(fd);
        continue;
      }
      while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        event.data.fd = fd;
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
      }
    }
  }
}
