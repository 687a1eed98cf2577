#pragma once
// Many transfers on one thread, through libcurl's multi interface.
#include "request.h"
#include <stdlib.h>

/// How the connections of a group of transfers are made and kept.
struct keiro_curl_manner {
  /// Requires HTTP/2 over TLS and waits for a connection that is being made rather than making
  /// another one.
  bool requires_http2;
  /// Whether connections are kept for other transfers of the same group.
  bool keeps_connections;
  /// Whether a new connection carries one request alone until that has its answer: only for groups
  /// of one connection.
  bool begins_alone;
  /// Seconds that an idle connection is kept.
  long idle_seconds;
  /// Connections to a host, 0 for any number.
  long per_host;
};

struct keiro_curl_transfer;

/// Transfers that share connections.
struct keiro_curl_group {
  void *handle;
  struct keiro_curl_manner manner;
  /// The number of the newest connection, and of the newest that has given an answer.
  unsigned long opened;
  unsigned long proven;
  /// The request that goes alone; null for none.
  struct keiro_curl_transfer *first;
};

/// A transfer with its handle and what belongs to it.
struct keiro_curl_transfer {
  struct keiro_curl_request request;
  struct keiro_curl_group *group;
  void *handle;
  struct keiro_curl_lists lists;
  /// What is sent on a connection that is kept.
  unsigned char *body;
  size_t body_size;
  size_t sent;
  /// The number of its connection.
  unsigned long connection;
  /// Whether the server has certainly not looked at the request: it was not sent, or the server
  /// has said so (REFUSED_STREAM, or a stream beyond the last one of GOAWAY).
  bool is_unprocessed;
  char error[256];
};

/// libcurl would send a request once more that has found no answer on a connection which had been
/// used before. When and where that is done is not for it to decide: it may neither open a
/// connection for it nor have the body again. Without an error of the connection before, the
/// connection stands, and the server has refused the stream.
static inline bool keiro_curl_opens(void *data) {
  struct keiro_curl_transfer *transfer = data;
  if (transfer->sent) {
    transfer->is_unprocessed = transfer->error[0] == 0;
    return false;
  }
  transfer->group->opened++;
  transfer->group->first = NULL;
  return true;
}

static inline int keiro_curl_seek(void *data, int64_t offset, int origin) {
  struct keiro_curl_transfer *transfer = data;
  (void)offset, (void)origin;
  transfer->is_unprocessed = transfer->error[0] == 0;
  return 1; // CURL_SEEKFUNC_FAIL
}

/// Before a request is sent, with the connection standing; not 0 keeps it back.
static inline int keiro_curl_sends(
    void *data, char *there, char *here, int port_there, int port_here) {
  struct keiro_curl_transfer *transfer = data;
  struct keiro_curl_group *group = transfer->group;
  (void)there, (void)here, (void)port_there, (void)port_here;
  transfer->connection = group->opened;
  if (group->proven == group->opened || group->first == transfer) return 0;
  if (!group->first) {
    group->first = transfer;
    return 0;
  }
  transfer->is_unprocessed = true;
  return 1;
}

static inline size_t keiro_curl_read(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_transfer *transfer = data;
  size_t left = transfer->body_size - transfer->sent;
  size_t some = left < size * count ? left : size * count;
  if (some) memcpy(bytes, transfer->body + transfer->sent, some);
  transfer->sent += some;
  return some;
}

static inline void keiro_curl_end(
    const struct keiro_curl *curl, struct keiro_curl_transfer *transfer) {
  if (transfer->group->first == transfer) transfer->group->first = NULL;
  if (transfer->handle) curl->easy_cleanup(transfer->handle);
  keiro_curl_free_lists(curl, &transfer->lists);
  free(transfer->body);
  free(transfer);
}

/// Sends the bytes of the request in pieces, so that libcurl cannot send them twice.
static inline int keiro_curl_lend_body(
    const struct keiro_curl *curl, struct keiro_curl_transfer *transfer) {
  const struct keiro_curl_request *request = &transfer->request;
  void *handle = transfer->handle;
  int code = 0;
  if (!request->has_body) return code;
  if (request->body_size) {
    transfer->body = malloc(request->body_size);
    if (!transfer->body) return 27; // CURLE_OUT_OF_MEMORY
    memcpy(transfer->body, request->body, request->body_size);
    transfer->body_size = request->body_size;
  }
  KEIRO_SET(47 /* POST */, 1L);
  KEIRO_SET(30120 /* POSTFIELDSIZE_LARGE */, (int64_t)request->body_size);
  KEIRO_SET(20012 /* READFUNCTION */, keiro_curl_read);
  KEIRO_SET(10009 /* READDATA */, transfer);
  KEIRO_SET(20167 /* SEEKFUNCTION */, keiro_curl_seek);
  KEIRO_SET(10168 /* SEEKDATA */, transfer);
  return code;
}

static inline int keiro_curl_keep(
    const struct keiro_curl *curl, struct keiro_curl_transfer *transfer) {
  const struct keiro_curl_manner *manner = &transfer->group->manner;
  void *handle = transfer->handle;
  int code = 0;
  KEIRO_SET(288 /* MAXAGE_CONN */, manner->idle_seconds);
  KEIRO_SET(213 /* TCP_KEEPALIVE */, 1L);
  if (manner->requires_http2) {
    KEIRO_SET(84 /* HTTP_VERSION */, 4L /* 2 over TLS */);
    KEIRO_SET(237 /* PIPEWAIT */, 1L);
  }
  transfer->request.opens = keiro_curl_opens;
  transfer->request.transfer = transfer;
  // Unknown before 7.80, where those who send have to be careful alone.
  if (manner->begins_alone && code == 0 &&
      curl->easy_setopt(handle, 20312 /* PREREQFUNCTION */, keiro_curl_sends) == 0)
    KEIRO_SET(10313 /* PREREQDATA */, transfer);
  return code;
}

/// A transfer that is ready to begin; texts and body are copied. Null when memory runs out or
/// libcurl refuses a setting. To be ended by `keiro_curl_end`.
static inline struct keiro_curl_transfer *keiro_curl_begin(
    const struct keiro_curl *curl, const struct keiro_curl_request *request,
    struct keiro_curl_group *group) {
  struct keiro_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->request = *request;
  transfer->group = group;
  transfer->handle = curl->easy_init();
  void *handle = transfer->handle;
  int code = handle ? keiro_curl_prepare(curl, handle, &transfer->request, &transfer->lists) : 27;
  // Whoever answers at a name may change at any time: nothing is remembered of it.
  KEIRO_SET(92 /* DNS_CACHE_TIMEOUT */, 0L);
  KEIRO_SET(10010 /* ERRORBUFFER */, transfer->error);
  KEIRO_SET(10103 /* PRIVATE */, transfer);
  if (code == 0)
    code = group->manner.keeps_connections ? keiro_curl_lend_body(curl, transfer)
                                           : keiro_curl_copy_body(curl, handle, request);
  if (code == 0)
    code = group->manner.keeps_connections ? keiro_curl_keep(curl, transfer)
                                           : keiro_curl_keep_nothing(curl, handle);
  keiro_curl_forget_lent(&transfer->request);
  if (code != 0) {
    keiro_curl_end(curl, transfer);
    return NULL;
  }
  return transfer;
}

/// A group without transfers; null when memory runs out. To be freed by `keiro_curl_group_free`.
static inline struct keiro_curl_group *keiro_curl_group_new(
    const struct keiro_curl *curl, struct keiro_curl_manner manner) {
  struct keiro_curl_group *group = calloc(1, sizeof *group);
  if (!group) return NULL;
  group->manner = manner;
  group->handle = curl->multi_init();
  if (!group->handle) {
    free(group);
    return NULL;
  }
  curl->multi_setopt(group->handle, 3 /* PIPELINING */, 2L /* several streams on a connection */);
  curl->multi_setopt(group->handle, 7 /* MAX_HOST_CONNECTIONS */, manner.per_host);
  curl->multi_setopt(group->handle, 16 /* MAX_CONCURRENT_STREAMS */, 1000L);
  return group;
}

static inline void keiro_curl_group_free(
    const struct keiro_curl *curl, struct keiro_curl_group *group) {
  curl->multi_cleanup(group->handle);
  free(group);
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
    const struct keiro_curl *curl, struct keiro_curl_group *group, int *code, long *status,
    long *version) {
  int left = 0;
  struct keiro_curl_message *message = curl->multi_info_read(group->handle, &left);
  if (!message) return NULL;
  void *handle = message->handle;
  *code = message->data.result;
  struct keiro_curl_transfer *transfer = NULL;
  curl->easy_getinfo(handle, 0x100015 /* PRIVATE */, &transfer);
  curl->easy_getinfo(handle, 0x200002 /* RESPONSE_CODE */, status);
  curl->easy_getinfo(handle, 0x20002E /* HTTP_VERSION */, version);
  curl->multi_remove_handle(group->handle, handle);
  // That it may not send again is our doing: what counts is that nothing was received.
  if (transfer && transfer->sent && (*code == 7 /* COULDNT_CONNECT */ || *code == 65 /* REWIND */))
    *code = 56; // RECV_ERROR
  if (transfer && *code == 0 && transfer->connection == group->opened)
    group->proven = group->opened;
  return transfer;
}
