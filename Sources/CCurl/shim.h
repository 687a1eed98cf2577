#pragma once
// libcurl is loaded when something is asked of others for the first time: most processes never do,
// and loading it costs milliseconds and megabytes. The prototypes below are of its stable interface
// (soname 4), so that no header of it is needed for building.
#include <dlfcn.h>
#include <netinet/in.h>
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
  bool allows_plain;
  long connect_milliseconds;
  long milliseconds;
  void *context;
  /// Whether a connection to the address may be opened: an address that stands in no name any more.
  bool (*admits)(void *context, const struct sockaddr *address);
  /// Header fields and the body as they come; false ends the transfer.
  bool (*take_field)(void *context, const char *bytes, size_t count);
  bool (*take_body)(void *context, const char *bytes, size_t count);
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

/// Performs a request without following redirects; the code of libcurl, 0 for an answer.
static inline int keiro_curl_perform(
    const struct keiro_curl *curl, struct keiro_curl_request *request, long *status) {
  void *handle = curl->easy_init();
  if (!handle) return 27; // CURLE_OUT_OF_MEMORY
  void *fields = NULL;
  int code = 0;
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
  if (request->has_body) {
    KEIRO_SET(30120 /* POSTFIELDSIZE_LARGE */, (int64_t)request->body_size);
    KEIRO_SET(10015 /* POSTFIELDS */, request->body);
  } else if (strcmp(request->method, "HEAD") == 0) {
    KEIRO_SET(44 /* NOBODY */, 1L);
  }
  KEIRO_SET(10036 /* CUSTOMREQUEST */, request->method);
#undef KEIRO_SET
  if (code == 0) code = curl->easy_perform(handle);
  if (code == 0) code = curl->easy_getinfo(handle, 0x200002 /* RESPONSE_CODE */, status);
  curl->easy_cleanup(handle);
  curl->slist_free_all(fields);
  return code;
}
