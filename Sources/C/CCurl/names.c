// Names and their addresses: the system's resolver, and datagrams to name servers.
#include "CCurl.h"

#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int keiro_addresses(
    const char *name, void *context, void (*take)(void *context, const struct sockaddr *address)) {
  struct addrinfo wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  struct addrinfo *found = NULL;
  int code = getaddrinfo(name, NULL, &wanted, &found);
  if (code != 0) return code;
  for (struct addrinfo *next = found; next; next = next->ai_next) take(context, next->ai_addr);
  freeaddrinfo(found);
  return 0;
}

long keiro_ask_datagram(
    bool is_v6, const void *address, uint16_t port, const void *question, size_t question_size,
    void *answer, size_t answer_size, int milliseconds) {
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  memcpy(&v6.sin6_addr, address, is_v6 ? 16 : 0);
  memcpy(&v4.sin_addr, address, is_v6 ? 0 : 4);
  int fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  long size = -1;
  // Connected, so that nobody else is heard.
  if (connect(fd, is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
              is_v6 ? sizeof v6 : sizeof v4) == 0 &&
      send(fd, question, question_size, MSG_NOSIGNAL) == (ssize_t)question_size) {
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, milliseconds) == 1) size = recv(fd, answer, answer_size, 0);
  }
  close(fd);
  return size;
}
