// A client for deploy/bench/tls: sends requests over TLS in one of three ways, or holds connections
// open.
//   bench-tls PORT NAME PATH kept|full|resumed|idle VERSION SECONDS|COUNT
// Prints the number of answers; with "idle" holds COUNT connections, each after one answer, until
// its input ends.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct sockaddr_in server;
static SSL_CTX *context;
static const char *name;
static char request[2][512];

static void fail(const char *what) {
  fprintf(stderr, "bench-tls: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static SSL *dial(SSL_SESSION *session) {
  int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  int one = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  // A server that takes no more connections must not hold up the others.
  struct timeval patience = {20, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(descriptor, (struct sockaddr *)&server, sizeof server) != 0) fail("cannot connect");
  SSL *ssl = SSL_new(context);
  SSL_set_fd(ssl, descriptor);
  SSL_set_tlsext_host_name(ssl, name);
  if (session) SSL_set_session(ssl, session);
  if (SSL_connect(ssl) != 1) fail("the handshake failed");
  return ssl;
}

static void hang_up(SSL *ssl) {
  int descriptor = SSL_get_fd(ssl);
  SSL_set_shutdown(ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  SSL_free(ssl);
  // No port stays behind to wait.
  struct linger none = {1, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  close(descriptor);
}

/// Asks once; answers are redirects without a body.
static void ask(SSL *ssl, int closes) {
  if (SSL_write(ssl, request[closes], (int)strlen(request[closes])) <= 0) fail("cannot ask");
  char answer[4096];
  int count = 0;
  while (count < (int)sizeof answer - 1) {
    int got = SSL_read(ssl, answer + count, (int)sizeof answer - 1 - count);
    if (got <= 0) fail("no answer");
    count += got;
    answer[count] = 0;
    if (strstr(answer, "\r\n\r\n")) break;
  }
  if (strncmp(answer, "HTTP/1.1 302", 12) != 0) fail(answer);
}

int main(int argc, char **argv) {
  if (argc != 7) fail("usage");
  signal(SIGPIPE, SIG_IGN);
  name = argv[2];
  const char *way = argv[4];
  server.sin_family = AF_INET;
  server.sin_port = htons((uint16_t)atoi(argv[1]));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const char *text = "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n";
  snprintf(request[0], sizeof request[0], text, argv[3], name, "");
  snprintf(request[1], sizeof request[1], text, argv[3], name, "Connection: close\r\n");
  context = SSL_CTX_new(TLS_client_method());
  int version = strcmp(argv[5], "1.2") == 0 ? TLS1_2_VERSION : TLS1_3_VERSION;
  SSL_CTX_set_min_proto_version(context, version);
  SSL_CTX_set_max_proto_version(context, version);
  SSL_CTX_set1_groups_list(context, "X25519:P-256");
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  if (strcmp(way, "idle") == 0) {
    int count = atoi(argv[6]);
    for (int index = 0; index < count; index++) ask(dial(NULL), 0);
    printf("%d\n", count);
    fflush(stdout);
    while (getchar() != EOF) {}
    return 0;
  }
  double end = now() + atof(argv[6]);
  long answers = 0;
  long resumed = 0;
  if (strcmp(way, "kept") == 0) {
    SSL *connections[32];
    for (int index = 0; index < 32; index++) connections[index] = dial(NULL);
    end = now() + atof(argv[6]);
    while (now() < end)
      for (int index = 0; index < 32; index++, answers++) ask(connections[index], 0);
  } else {
    SSL_SESSION *session = NULL;
    int resumes = strcmp(way, "resumed") == 0;
    while (now() < end) {
      SSL *ssl = dial(session);
      resumed += SSL_session_reused(ssl);
      ask(ssl, 1);
      if (resumes) {
        SSL_SESSION_free(session);
        session = SSL_get1_session(ssl);
      }
      hang_up(ssl);
      answers++;
    }
    if (resumes && resumed < answers - 1) fail("the server does not resume sessions");
    if (!resumes && resumed > 0) fail("the server resumes what was not asked for");
  }
  printf("%ld\n", answers);
  return 0;
}
