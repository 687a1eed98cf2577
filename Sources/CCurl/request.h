#pragma once
// A request and its options, the same for one that is waited for and for many at a time.
#include "library.h"
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

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
  /// Asked before a connection is opened to an address that is admitted; null for nobody.
  bool (*opens)(void *transfer);
  void *transfer;
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
  if (request->opens && !request->opens(request->transfer)) return -1;
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

/// Lists that libcurl reads during a transfer.
struct keiro_curl_lists {
  void *fields;
  void *places;
};

static inline void keiro_curl_free_lists(
    const struct keiro_curl *curl, struct keiro_curl_lists *lists) {
  curl->slist_free_all(lists->fields);
  curl->slist_free_all(lists->places);
}

/// Puts a line behind a list; false when memory runs out.
static inline bool keiro_curl_append(
    const struct keiro_curl *curl, void **list, const char *line) {
  void *longer = curl->slist_append(*list, line);
  if (longer) *list = longer;
  return longer != NULL;
}

// Stands in functions that have `curl`, `handle` and `code`.
#define KEIRO_SET(option, value) \
  if (code == 0) code = curl->easy_setopt(handle, option, value)

/// Sets everything of a request but how its body is sent and how its connection is kept; a code of
/// libcurl, 0 for success. Redirects are not followed. Texts are copied; the request and the lists
/// have to live as long as the handle.
static inline int keiro_curl_prepare(
    const struct keiro_curl *curl, void *handle, struct keiro_curl_request *request,
    struct keiro_curl_lists *lists) {
  int code = 0;
  for (size_t index = 0; index < request->field_count; index++)
    if (!keiro_curl_append(curl, &lists->fields, request->fields[index])) return 27;
  if (request->connect_to && !keiro_curl_append(curl, &lists->places, request->connect_to))
    return 27;
  KEIRO_SET(10002 /* URL */, request->url);
  KEIRO_SET(10318 /* PROTOCOLS_STR */, request->allows_plain ? "https,http" : "https");
  if (code == 48 /* unknown before 7.85 */)
    code = curl->easy_setopt(handle, 181 /* PROTOCOLS */, request->allows_plain ? 3L : 2L);
  KEIRO_SET(52 /* FOLLOWLOCATION */, 0L);
  KEIRO_SET(99 /* NOSIGNAL */, 1L);
  KEIRO_SET(156 /* CONNECTTIMEOUT_MS */, request->connect_milliseconds);
  KEIRO_SET(155 /* TIMEOUT_MS */, request->milliseconds);
  KEIRO_SET(10023 /* HTTPHEADER */, lists->fields);
  if (lists->places) KEIRO_SET(10243 /* CONNECT_TO */, lists->places);
  KEIRO_SET(20163 /* OPENSOCKETFUNCTION */, keiro_curl_open);
  KEIRO_SET(10164 /* OPENSOCKETDATA */, request);
  KEIRO_SET(20079 /* HEADERFUNCTION */, keiro_curl_field);
  KEIRO_SET(10029 /* HEADERDATA */, request);
  KEIRO_SET(20011 /* WRITEFUNCTION */, keiro_curl_body);
  KEIRO_SET(10001 /* WRITEDATA */, request);
  // Proxies of the environment are nobody's decision here: only the configured one counts.
  KEIRO_SET(10004 /* PROXY */, request->proxy ? request->proxy : "");
  if (request->authorities) KEIRO_SET(10065 /* CAINFO */, request->authorities);
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
  if (!request->has_body && strcmp(request->method, "HEAD") == 0) KEIRO_SET(44 /* NOBODY */, 1L);
  KEIRO_SET(10036 /* CUSTOMREQUEST */, request->method);
  return code;
}

/// Lets go of texts and bytes that were lent for the call that begins a transfer: everything that is
/// read later was copied.
static inline void keiro_curl_forget_lent(struct keiro_curl_request *request) {
  request->url = request->method = request->proxy = request->authorities = NULL;
  request->connect_to = NULL;
  request->fields = NULL;
  request->field_count = 0;
  request->body = NULL;
  request->body_size = 0;
}

/// Sends the bytes of the request, of which libcurl makes a copy.
static inline int keiro_curl_copy_body(
    const struct keiro_curl *curl, void *handle, const struct keiro_curl_request *request) {
  int code = 0;
  if (!request->has_body) return code;
  KEIRO_SET(30120 /* POSTFIELDSIZE_LARGE */, (int64_t)request->body_size);
  KEIRO_SET(10165 /* COPYPOSTFIELDS */, request->body ? request->body : "");
  return code;
}

/// Every request on a connection of its own, which ends with it.
static inline int keiro_curl_keep_nothing(const struct keiro_curl *curl, void *handle) {
  int code = 0;
  KEIRO_SET(75 /* FORBID_REUSE */, 1L);
  KEIRO_SET(74 /* FRESH_CONNECT */, 1L);
  return code;
}

/// Performs a request; the code of libcurl, 0 for an answer.
static inline int keiro_curl_perform(
    const struct keiro_curl *curl, struct keiro_curl_request *request,
    struct keiro_curl_facts *facts) {
  memset(facts, 0, sizeof *facts);
  void *handle = curl->easy_init();
  if (!handle) return 27; // CURLE_OUT_OF_MEMORY
  struct keiro_curl_lists lists = {0};
  int code = keiro_curl_prepare(curl, handle, request, &lists);
  KEIRO_SET(10010 /* ERRORBUFFER */, facts->error);
  if (code == 0) code = keiro_curl_copy_body(curl, handle, request);
  if (code == 0) code = keiro_curl_keep_nothing(curl, handle);
  if (code == 0) code = curl->easy_perform(handle);
  keiro_curl_measure(curl, handle, facts);
  keiro_curl_certificates(curl, handle, request);
  curl->easy_cleanup(handle);
  keiro_curl_free_lists(curl, &lists);
  return code;
}
