// Sends requests as fast as a server answers, or at a constant rate. Each connection has at most
// one batch of requests in flight. All connections take batches in turn from one list, which is in
// memory before the clock starts, so that every request costs the client the same. Unlike wrk it
// understands answers to HEAD, which end with the head.
// Usage: bench-client PORT SECONDS CONNECTIONS DEPTH STATUS RATE METHOD TARGETS [FIELD …]
// TARGETS is a file with one target per line, and a - before those whose latency does not count; DEPTH is the number of requests in a batch. RATE is
// the number of batches per second, 0 for as many as are answered. A batch is sent when it is due
// and a connection is free; its latency counts from the time it was due, so that a stalled server
// is not spared. Prints requests, microseconds, the 50th, 99th and 99.9th percentile of a batch's
// latency in microseconds, and errors: failed connections, and answers with another status.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct connection {
  int fd, is_idle;
  int is_counted;
  size_t pending, length, body;  // answers to come; bytes of a partial head; bytes of a body to come
  uint64_t since;
  char input[1 << 16];
};

enum { slowest = 1 << 20 };
static uint32_t latencies[slowest + 1];
static uint64_t answers, batches, errors;
static char *requests, *uncounted;
static size_t *starts, count, next;
static size_t depth;
static int port, status, has_bodies, closes, events;
static double interval;  // microseconds between two batches; 0 without a rate
static uint64_t begin, due;  // batches that are asked for so far
static struct connection **idle;
static size_t idle_count;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000ull + time.tv_nsec / 1000;
}

// Every target of the file as a whole request, and the same again until they fill a batch.
static void prepare(const char *path, const char *method, char **fields, int field_count) {
  FILE *file = fopen(path, "r"), *bytes;
  char line[4096];
  size_t size, room = 0;
  if (!file) exit(2);
  bytes = open_memstream(&requests, &size);
  do {
    rewind(file);
    while (fgets(line, sizeof line, file)) {
      char *target = line + (*line == '-');
      if (count + 1 >= room) {
        starts = realloc(starts, (room = room * 2 + 1024) * sizeof *starts);
        uncounted = realloc(uncounted, room);
      }
      uncounted[count] = target > line;
      starts[count++] = ftell(bytes);
      fprintf(bytes, "%s %.*s HTTP/1.1\r\n", method, (int)strcspn(target, "\n"), target);
      for (int i = 0; i < field_count; i++) fprintf(bytes, "%s\r\n", fields[i]);
      fprintf(bytes, "\r\n");
    }
  } while (count > 0 && count < depth);
  if (!count) exit(2);
  starts[count] = ftell(bytes);
  fclose(bytes);
  fclose(file);
}

static void ask(struct connection *connection) {
  if (next + depth > count) next = 0;
  connection->is_counted = !uncounted[next];
  size_t start = starts[next], length = starts[next += depth] - start;
  connection->pending = depth;
  connection->since = interval > 0 ? begin + (uint64_t)(interval * due++) : now();
  if (send(connection->fd, requests + start, length, MSG_NOSIGNAL) != (ssize_t)length) errors++;
}

// Asks at once, or when the next time has come.
static void go_on(struct connection *connection) {
  if (interval == 0) {
    ask(connection);
  } else if (!connection->is_idle) {
    connection->is_idle = 1;
    idle[idle_count++] = connection;
  }
}

// Asks for what is due, as far as connections are free.
static void ask_in_time(void) {
  double passed = (now() - begin) / interval;
  while (idle_count > 0 && due <= passed) {
    struct connection *connection = idle[--idle_count];
    connection->is_idle = 0;
    ask(connection);
  }
}

static void open_anew(struct connection *connection) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  int one = 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connection->fd >= 0) close(connection->fd);
  connection->fd = socket(AF_INET, SOCK_STREAM, 0);
  connection->length = connection->body = 0;
  if (connect(connection->fd, (struct sockaddr *)&address, sizeof address)) {
    perror("bench-client: connect");
    exit(3);
  }
  fcntl(connection->fd, F_SETFL, O_NONBLOCK);
  setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  epoll_ctl(events, EPOLL_CTL_ADD, connection->fd, &event);
  go_on(connection);
}

// How many bytes follow a head that ends in a NUL.
static size_t body_length(const char *head, int answered) {
  if (!has_bodies || answered == 304 || answered == 204) return 0;
  const char *field = strcasestr(head, "\r\nContent-Length:");
  return field ? strtoul(field + 17, NULL, 10) : 0;
}

// Takes what has come. Returns whether the connection is sound.
static int take(struct connection *connection) {
  char *input = connection->input, *at = input, *end;
  ssize_t got =
      recv(connection->fd, input + connection->length, sizeof connection->input - connection->length - 1, 0);
  if (got <= 0) return 0;
  end = input + connection->length + got;
  while (at < end) {
    if (connection->body > 0) {
      size_t part = (size_t)(end - at) < connection->body ? (size_t)(end - at) : connection->body;
      connection->body -= part;
      at += part;
    } else {
      char *blank = memmem(at, end - at, "\r\n\r\n", 4);
      if (!blank) break;
      *blank = 0;
      int answered = blank - at > 12 ? atoi(at + 9) : 0;
      errors += answered != status;
      connection->body = body_length(at, answered);
      at = blank + 4;
    }
    if (connection->body > 0) continue;
    if (connection->pending == 0) return 0;
    connection->pending--;
    answers++;
  }
  connection->length = end - at;
  memmove(input, at, connection->length);
  return connection->length + 1 < sizeof connection->input;
}

static void serve(struct connection *connection) {
  if (!take(connection)) {
    errors++;
    open_anew(connection);
  } else if (connection->pending == 0) {
    uint64_t taken = now() - connection->since;
    if (connection->is_counted) {
      latencies[taken < slowest ? taken : slowest]++;
      batches++;
    }
    if (closes) open_anew(connection);
    else go_on(connection);
  }
}

static unsigned percentile(double part) {
  uint64_t wanted = part * batches, seen = 0;
  unsigned microseconds = 0;
  while (microseconds < slowest && (seen += latencies[microseconds]) <= wanted) microseconds++;
  return microseconds;
}

int main(int argc, char **argv) {
  if (argc < 9) return 2;
  port = atoi(argv[1]);
  int seconds = atoi(argv[2]), connections = atoi(argv[3]), rate = atoi(argv[6]);
  depth = atoi(argv[4]);
  status = atoi(argv[5]);
  has_bodies = strcmp(argv[7], "HEAD") != 0;
  for (int i = 9; i < argc; i++) closes |= strcasecmp(argv[i], "Connection: close") == 0;
  if (seconds < 1 || connections < 1 || depth < 1 || rate < 0) return 2;
  interval = rate > 0 ? 1e6 / rate : 0;
  prepare(argv[8], argv[7], argv + 9, argc - 9);

  events = epoll_create1(0);
  struct connection *all = calloc(connections, sizeof *all);
  idle = calloc(connections, sizeof *idle);
  begin = now();
  struct epoll_event ready[256];
  for (int i = 0; i < connections; i++) {
    all[i].fd = -1;
    open_anew(all + i);
  }
  begin = now();
  uint64_t end = begin + seconds * 1000000ull, last = begin;
  while (last < end) {
    // The client has a processor of its own: at a rate it does not sleep, since it would wake late.
    int number = epoll_wait(events, ready, 256, interval > 0 ? 0 : 100);
    for (int i = 0; i < number; i++) serve(ready[i].data.ptr);
    if (interval > 0) ask_in_time();
    last = now();
  }
  printf("%lu %lu %u %u %u %lu\n", answers, last - begin, percentile(0.5), percentile(0.99),
         percentile(0.999), errors);
  return 0;
}
