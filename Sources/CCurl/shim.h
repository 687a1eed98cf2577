#pragma once
// libcurl is loaded when something is asked of others for the first time: most processes never do,
// and loading it costs milliseconds and megabytes. The prototypes below are of its stable interface
// (soname 4), so that no header of it is needed for building.
#include <dlfcn.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// The functions of the library, which do not change once they are loaded.
struct __attribute__((swift_attr("@Sendable"))) keiro_curl {
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  int (*easy_setopt)(void *handle, int option, ...);
  int (*easy_perform)(void *handle);
  int (*easy_getinfo)(void *handle, int info, ...);
  void (*easy_cleanup)(void *handle);
  const char *(*easy_strerror)(int code);
  void *(*slist_append)(void *list, const char *text);
  void (*slist_free_all)(void *list);
};

/// Loads the library and its functions; false when it is not there.
static inline bool keiro_curl_load(struct keiro_curl *curl) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
#define KEIRO_LOAD(field) *(void **)&curl->field = dlsym(library, "curl_" #field)
    KEIRO_LOAD(global_init);
    KEIRO_LOAD(easy_init);
    KEIRO_LOAD(easy_setopt);
    KEIRO_LOAD(easy_perform);
    KEIRO_LOAD(easy_getinfo);
    KEIRO_LOAD(easy_cleanup);
    KEIRO_LOAD(easy_strerror);
    KEIRO_LOAD(slist_append);
    KEIRO_LOAD(slist_free_all);
#undef KEIRO_LOAD
    if (curl->global_init && curl->easy_init && curl->easy_setopt && curl->easy_perform &&
        curl->easy_getinfo && curl->easy_cleanup && curl->easy_strerror && curl->slist_append &&
        curl->slist_free_all && curl->global_init(3 /* CURL_GLOBAL_ALL */) == 0)
      return true;
    dlclose(library);
  }
  return false;
}

/// What is asked; texts end in a zero, and those that may be absent are null.
struct keiro_curl_request {
  const char *url;
  const char *method;
  bool has_body;
  const void *body;
  size_t body_size;
  /// Header fields as lines.
  const char *const *fields;
  size_t field_count;
  const char *proxy;
  const char *authorities;
  /// HOST:PORT:ADDRESS:PORT, where a connection goes instead of where the name leads; or null.
  const char *connect_to;
  bool allows_plain;
  /// Whether any certificate is good enough, for looking at a server that has a bad one.
  bool unverified;
  /// Whether nothing newer than TLS 1.1 is spoken.
  bool only_old_tls;
  /// Whether a compressed body is asked for and unpacked.
  bool unpacks;
  long connect_milliseconds;
  long milliseconds;
  void *context;
  /// Whether a connection to the address may be opened: an address that stands in no name any more.
  bool (*admits)(void *context, const struct sockaddr *address);
  /// Header fields and the body as they come; false ends the transfer.
  bool (*take_field)(void *context, const char *bytes, size_t count);
  bool (*take_body)(void *context, const char *bytes, size_t count);
  /// The certificates of the server, its own first, as PEM; null for nobody who wants them.
  void (*take_certificate)(void *context, const char *pem);
};

/// What is known of a transfer besides its bytes; numbers that are not known are 0.
struct keiro_curl_facts {
  long status;
  /// As in `X509_V_ERR_…` of OpenSSL.
  long verification;
  /// `errno` of the connection that failed.
  long system_error;
  /// Microseconds from the beginning until the connection stood, until TLS stood on it, until the
  /// first byte of the answer, and until the end.
  int64_t connected;
  int64_t secured;
  int64_t answered;
  int64_t ended;
  char error[256];
};

/// As libcurl hands it to the function that opens sockets.
struct keiro_curl_sockaddr {
  int family;
  int socktype;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

static inline int keiro_curl_open(
    void *data, int purpose, struct keiro_curl_sockaddr *address) {
  struct keiro_curl_request *request = data;
  (void)purpose;
  if (!request->admits(request->context, &address->address)) return -1;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline size_t keiro_curl_field(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_request *request = data;
  return request->take_field(request->context, bytes, size * count) ? size * count : 0;
}

static inline size_t keiro_curl_body(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_request *request = data;
  return request->take_body(request->context, bytes, size * count) ? size * count : 0;
}

/// As libcurl hands certificates out: a list of texts `NAME:VALUE` for each.
struct keiro_curl_text {
  char *text;
  struct keiro_curl_text *next;
};
struct keiro_curl_certificates {
  int count;
  struct keiro_curl_text **texts;
};

static inline void keiro_curl_certificates(
    const struct keiro_curl *curl, void *handle, const struct keiro_curl_request *request) {
  struct keiro_curl_certificates *certificates = NULL;
  if (!request->take_certificate ||
      curl->easy_getinfo(handle, 0x400022 /* CERTINFO */, &certificates) != 0 || !certificates)
    return;
  for (int index = 0; index < certificates->count && index < 16; index++)
    for (struct keiro_curl_text *line = certificates->texts[index]; line; line = line->next)
      if (strncmp(line->text, "Cert:", 5) == 0)
        request->take_certificate(request->context, line->text + 5);
}

static inline void keiro_curl_measure(
    const struct keiro_curl *curl, void *handle, struct keiro_curl_facts *facts) {
  curl->easy_getinfo(handle, 0x200002 /* RESPONSE_CODE */, &facts->status);
  curl->easy_getinfo(handle, 0x20000d /* SSL_VERIFYRESULT */, &facts->verification);
  curl->easy_getinfo(handle, 0x200019 /* OS_ERRNO */, &facts->system_error);
  curl->easy_getinfo(handle, 0x600034 /* CONNECT_TIME_T */, &facts->connected);
  curl->easy_getinfo(handle, 0x600038 /* APPCONNECT_TIME_T */, &facts->secured);
  curl->easy_getinfo(handle, 0x600036 /* STARTTRANSFER_TIME_T */, &facts->answered);
  curl->easy_getinfo(handle, 0x600032 /* TOTAL_TIME_T */, &facts->ended);
}

/// Performs a request without following redirects; the code of libcurl, 0 for an answer.
static inline int keiro_curl_perform(
    const struct keiro_curl *curl, struct keiro_curl_request *request,
    struct keiro_curl_facts *facts) {
  memset(facts, 0, sizeof *facts);
  void *handle = curl->easy_init();
  if (!handle) return 27; // CURLE_OUT_OF_MEMORY
  void *fields = NULL;
  void *places = NULL;
  int code = 0;
  if (request->connect_to) {
    places = curl->slist_append(NULL, request->connect_to);
    if (!places) code = 27;
  }
  for (size_t index = 0; index < request->field_count; index++) {
    void *longer = curl->slist_append(fields, request->fields[index]);
    if (!longer) {
      code = 27;
      break;
    }
    fields = longer;
  }
  const char *protocols = request->allows_plain ? "https,http" : "https";
#define KEIRO_SET(option, value) \
  if (code == 0) code = curl->easy_setopt(handle, option, value)
  KEIRO_SET(10002 /* URL */, request->url);
  KEIRO_SET(10318 /* PROTOCOLS_STR */, protocols);
  if (code == 48 /* unknown before 7.85 */)
    code = curl->easy_setopt(handle, 181 /* PROTOCOLS */, request->allows_plain ? 3L : 2L);
  KEIRO_SET(52 /* FOLLOWLOCATION */, 0L);
  KEIRO_SET(99 /* NOSIGNAL */, 1L);
  KEIRO_SET(156 /* CONNECTTIMEOUT_MS */, request->connect_milliseconds);
  KEIRO_SET(155 /* TIMEOUT_MS */, request->milliseconds);
  KEIRO_SET(75 /* FORBID_REUSE */, 1L);
  KEIRO_SET(10023 /* HTTPHEADER */, fields);
  KEIRO_SET(20163 /* OPENSOCKETFUNCTION */, keiro_curl_open);
  KEIRO_SET(10164 /* OPENSOCKETDATA */, request);
  KEIRO_SET(20079 /* HEADERFUNCTION */, keiro_curl_field);
  KEIRO_SET(10029 /* HEADERDATA */, request);
  KEIRO_SET(20011 /* WRITEFUNCTION */, keiro_curl_body);
  KEIRO_SET(10001 /* WRITEDATA */, request);
  // Proxies of the environment are nobody's decision here: only the configured one counts.
  KEIRO_SET(10004 /* PROXY */, request->proxy ? request->proxy : "");
  if (request->authorities) KEIRO_SET(10065 /* CAINFO */, request->authorities);
  KEIRO_SET(10010 /* ERRORBUFFER */, facts->error);
  if (places) KEIRO_SET(10243 /* CONNECT_TO */, places);
  if (request->unverified) {
    KEIRO_SET(64 /* SSL_VERIFYPEER */, 0L);
    KEIRO_SET(81 /* SSL_VERIFYHOST */, 0L);
  }
  if (request->only_old_tls) {
    KEIRO_SET(32 /* SSLVERSION */, 4L | 5L << 16 /* 1.0 to 1.1 */);
    // Of its own OpenSSL offers them no more.
    KEIRO_SET(10083 /* SSL_CIPHER_LIST */, "DEFAULT:@SECLEVEL=0");
  }
  if (request->take_certificate) KEIRO_SET(172 /* CERTINFO */, 1L);
  if (request->unpacks) KEIRO_SET(10102 /* ACCEPT_ENCODING */, "gzip");
  if (request->has_body) {
    KEIRO_SET(30120 /* POSTFIELDSIZE_LARGE */, (int64_t)request->body_size);
    KEIRO_SET(10015 /* POSTFIELDS */, request->body);
  } else if (strcmp(request->method, "HEAD") == 0) {
    KEIRO_SET(44 /* NOBODY */, 1L);
  }
  KEIRO_SET(10036 /* CUSTOMREQUEST */, request->method);
#undef KEIRO_SET
  if (code == 0) code = curl->easy_perform(handle);
  keiro_curl_measure(curl, handle, facts);
  keiro_curl_certificates(curl, handle, request);
  curl->easy_cleanup(handle);
  curl->slist_free_all(fields);
  curl->slist_free_all(places);
  return code;
}

/// The addresses of a name, of both families; a code of `getaddrinfo`, 0 for an answer.
static inline int keiro_addresses(
    const char *name, void *context, void (*take)(void *context, const struct sockaddr *address)) {
  struct addrinfo wanted;
  memset(&wanted, 0, sizeof wanted);
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = 1; // SOCK_STREAM, a number here and an enumeration there
  struct addrinfo *found = NULL;
  int code = getaddrinfo(name, NULL, &wanted, &found);
  if (code != 0) return code;
  for (struct addrinfo *next = found; next; next = next->ai_next) take(context, next->ai_addr);
  freeaddrinfo(found);
  return 0;
}

/// Sends a datagram to an address and waits for one from there: its size, or -1 for none in time.
static inline long keiro_ask_datagram(
    bool is_v6, const void *address, uint16_t port, const void *question, size_t question_size,
    void *answer, size_t answer_size, int milliseconds) {
  struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons(port)};
  memcpy(&v6.sin6_addr, address, is_v6 ? 16 : 0);
  memcpy(&v4.sin_addr, address, is_v6 ? 0 : 4);
  int place = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (place < 0) return -1;
  long size = -1;
  // Connected, so that nobody else is heard.
  if (connect(place, is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
              is_v6 ? sizeof v6 : sizeof v4) == 0 &&
      send(place, question, question_size, MSG_NOSIGNAL) == (ssize_t)question_size) {
    struct pollfd wait = {.fd = place, .events = POLLIN};
    if (poll(&wait, 1, milliseconds) == 1) size = recv(place, answer, answer_size, 0);
  }
  close(place);
  return size;
}
