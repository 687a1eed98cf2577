#pragma once
// Many transfers on one thread, through libcurl's multi interface.
#include "shim.h"
#include <stdlib.h>

/// The functions of the multi interface, which do not change once they are loaded.
struct __attribute__((swift_attr("@Sendable"))) keiro_curl_multi {
  void *(*multi_init)(void);
  int (*multi_setopt)(void *multi, int option, ...);
  int (*multi_add_handle)(void *multi, void *handle);
  int (*multi_remove_handle)(void *multi, void *handle);
  int (*multi_perform)(void *multi, int *running);
  int (*multi_poll)(void *multi, void *fds, unsigned int count, int milliseconds, int *ready);
  int (*multi_wakeup)(void *multi);
  void *(*multi_info_read)(void *multi, int *left);
  int (*multi_cleanup)(void *multi);
};

/// Loads the functions; false when libcurl is not there or older than 7.68.
static inline bool keiro_curl_load_multi(struct keiro_curl_multi *curl) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
#define KEIRO_LOAD(field) *(void **)&curl->field = dlsym(library, "curl_" #field)
    KEIRO_LOAD(multi_init);
    KEIRO_LOAD(multi_setopt);
    KEIRO_LOAD(multi_add_handle);
    KEIRO_LOAD(multi_remove_handle);
    KEIRO_LOAD(multi_perform);
    KEIRO_LOAD(multi_poll);
    KEIRO_LOAD(multi_wakeup);
    KEIRO_LOAD(multi_info_read);
    KEIRO_LOAD(multi_cleanup);
#undef KEIRO_LOAD
    if (curl->multi_init && curl->multi_setopt && curl->multi_add_handle &&
        curl->multi_remove_handle && curl->multi_perform && curl->multi_poll &&
        curl->multi_wakeup && curl->multi_info_read && curl->multi_cleanup)
      return true;
    dlclose(library);
  }
  return false;
}

/// How the connections of a group of transfers are made and kept.
struct keiro_curl_manner {
  /// Requires HTTP/2 over TLS and waits for a connection that is being made rather than making
  /// another one.
  bool requires_http2;
  /// Whether connections are kept for other transfers of the same handle group.
  bool keeps_connections;
  /// Seconds that an idle connection is kept.
  long idle_seconds;
};

/// A transfer with its handle and what belongs to it.
struct keiro_curl_transfer {
  struct keiro_curl_request request;
  void *handle;
  void *fields;
};

static inline void keiro_curl_end(
    const struct keiro_curl *curl, struct keiro_curl_transfer *transfer) {
  curl->easy_cleanup(transfer->handle);
  curl->slist_free_all(transfer->fields);
  free(transfer);
}

/// A transfer that is ready to begin; texts and body are copied. Null when memory runs out or
/// libcurl refuses a setting. To be ended by `keiro_curl_end`.
static inline struct keiro_curl_transfer *keiro_curl_begin(
    const struct keiro_curl *curl, const struct keiro_curl_request *request,
    const struct keiro_curl_manner *manner) {
  struct keiro_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->request = *request;
  transfer->handle = curl->easy_init();
  if (!transfer->handle) {
    free(transfer);
    return NULL;
  }
  void *handle = transfer->handle;
  int code = 0;
  for (size_t index = 0; index < request->field_count && code == 0; index++) {
    void *longer = curl->slist_append(transfer->fields, request->fields[index]);
    if (longer)
      transfer->fields = longer;
    else
      code = 27;
  }
#define KEIRO_SET(option, value) \
  if (code == 0) code = curl->easy_setopt(handle, option, value)
  KEIRO_SET(10002 /* URL */, request->url);
  KEIRO_SET(10318 /* PROTOCOLS_STR */, request->allows_plain ? "https,http" : "https");
  if (code == 48 /* unknown before 7.85 */)
    code = curl->easy_setopt(handle, 181 /* PROTOCOLS */, request->allows_plain ? 3L : 2L);
  KEIRO_SET(52 /* FOLLOWLOCATION */, 0L);
  KEIRO_SET(99 /* NOSIGNAL */, 1L);
  KEIRO_SET(156 /* CONNECTTIMEOUT_MS */, request->connect_milliseconds);
  KEIRO_SET(155 /* TIMEOUT_MS */, request->milliseconds);
  // Whoever answers at a name may change at any time: nothing is remembered of it.
  KEIRO_SET(92 /* DNS_CACHE_TIMEOUT */, 0L);
  if (!manner->keeps_connections) KEIRO_SET(75 /* FORBID_REUSE */, 1L);
  if (!manner->keeps_connections) KEIRO_SET(74 /* FRESH_CONNECT */, 1L);
  if (manner->keeps_connections) KEIRO_SET(288 /* MAXAGE_CONN */, manner->idle_seconds);
  if (manner->keeps_connections) KEIRO_SET(213 /* TCP_KEEPALIVE */, 1L);
  if (manner->requires_http2) KEIRO_SET(84 /* HTTP_VERSION */, 4L /* 2 over TLS */);
  if (manner->requires_http2) KEIRO_SET(237 /* PIPEWAIT */, 1L);
  KEIRO_SET(10023 /* HTTPHEADER */, transfer->fields);
  KEIRO_SET(20163 /* OPENSOCKETFUNCTION */, keiro_curl_open);
  KEIRO_SET(10164 /* OPENSOCKETDATA */, &transfer->request);
  KEIRO_SET(20079 /* HEADERFUNCTION */, keiro_curl_field);
  KEIRO_SET(10029 /* HEADERDATA */, &transfer->request);
  KEIRO_SET(20011 /* WRITEFUNCTION */, keiro_curl_body);
  KEIRO_SET(10001 /* WRITEDATA */, &transfer->request);
  KEIRO_SET(10004 /* PROXY */, request->proxy ? request->proxy : "");
  if (request->authorities) KEIRO_SET(10065 /* CAINFO */, request->authorities);
  if (request->has_body) {
    KEIRO_SET(30120 /* POSTFIELDSIZE_LARGE */, (int64_t)request->body_size);
    KEIRO_SET(10165 /* COPYPOSTFIELDS */, request->body ? request->body : "");
  }
  KEIRO_SET(10036 /* CUSTOMREQUEST */, request->method);
  KEIRO_SET(10103 /* PRIVATE */, transfer);
#undef KEIRO_SET
  if (code != 0) {
    keiro_curl_end(curl, transfer);
    return NULL;
  }
  return transfer;
}

/// A handle of a group: at most `per_host` connections to a host, 0 for any number.
static inline void *keiro_curl_multi_new(const struct keiro_curl_multi *curl, long per_host) {
  void *multi = curl->multi_init();
  if (!multi) return NULL;
  curl->multi_setopt(multi, 3 /* PIPELINING */, 2L /* several streams on a connection */);
  curl->multi_setopt(multi, 7 /* MAX_HOST_CONNECTIONS */, per_host);
  curl->multi_setopt(multi, 16 /* MAX_CONCURRENT_STREAMS */, 1000L);
  return multi;
}

/// As libcurl tells the end of a transfer.
struct keiro_curl_message {
  int kind;
  void *handle;
  union {
    void *whatever;
    int result;
  } data;
};

/// A transfer that has ended, with its result; null when there is none. It is taken out of its
/// group.
static inline struct keiro_curl_transfer *keiro_curl_ended(
    const struct keiro_curl *curl, const struct keiro_curl_multi *multi, void *group, int *code,
    long *status, long *version) {
  int left = 0;
  struct keiro_curl_message *message = multi->multi_info_read(group, &left);
  if (!message) return NULL;
  void *handle = message->handle;
  *code = message->data.result;
  struct keiro_curl_transfer *transfer = NULL;
  curl->easy_getinfo(handle, 0x100015 /* PRIVATE */, &transfer);
  curl->easy_getinfo(handle, 0x200002 /* RESPONSE_CODE */, status);
  curl->easy_getinfo(handle, 0x20002E /* HTTP_VERSION */, version);
  multi->multi_remove_handle(group, handle);
  return transfer;
}
