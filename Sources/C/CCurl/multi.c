// Many transfers on one thread, through libcurl's multi interface.
#include "request.h"

#include <stdlib.h>
#include <string.h>

struct keiro_curl_group {
  CURLM *handle;
  struct keiro_curl_policy policy;
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
  CURL *handle;
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
  char error[CURL_ERROR_SIZE];
};

/// libcurl would send a request once more that has found no answer on a connection which had been
/// used before. When and where that is done is not for it to decide: it may neither open a
/// connection for it nor have the body again. Without an error of the connection before, the
/// connection stands, and the server has refused the stream.
static bool opens(void *data) {
  struct keiro_curl_transfer *transfer = data;
  if (transfer->sent) {
    transfer->is_unprocessed = transfer->error[0] == 0;
    return false;
  }
  transfer->group->opened++;
  transfer->group->first = NULL;
  return true;
}

static int seek(void *data, curl_off_t offset, int origin) {
  struct keiro_curl_transfer *transfer = data;
  (void)offset, (void)origin;
  transfer->is_unprocessed = transfer->error[0] == 0;
  return CURL_SEEKFUNC_FAIL;
}

/// Before a request is sent, with the connection standing.
static int sends(void *data, char *there, char *here, int port_there, int port_here) {
  struct keiro_curl_transfer *transfer = data;
  struct keiro_curl_group *group = transfer->group;
  (void)there, (void)here, (void)port_there, (void)port_here;
  transfer->connection = group->opened;
  if (group->proven == group->opened || group->first == transfer) return CURL_PREREQFUNC_OK;
  if (!group->first) {
    group->first = transfer;
    return CURL_PREREQFUNC_OK;
  }
  transfer->is_unprocessed = true;
  return CURL_PREREQFUNC_ABORT;
}

static size_t read_body(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_transfer *transfer = data;
  size_t left = transfer->body_size - transfer->sent;
  size_t some = left < size * count ? left : size * count;
  if (some) memcpy(bytes, transfer->body + transfer->sent, some);
  transfer->sent += some;
  return some;
}

void keiro_curl_end(struct keiro_curl_transfer *transfer) {
  struct keiro_curl_group *group = transfer->group;
  if (group->first == transfer) group->first = NULL;
  if (transfer->handle) {
    keiro_curl.multi_remove_handle(group->handle, transfer->handle);
    keiro_curl.easy_cleanup(transfer->handle);
  }
  keiro_curl_free_lists(&transfer->lists);
  free(transfer->body);
  free(transfer);
}

/// Sends the bytes of the request in pieces, so that libcurl cannot send them twice.
static CURLcode lend_body(struct keiro_curl_transfer *transfer) {
  const struct keiro_curl_request *request = &transfer->request;
  CURL *handle = transfer->handle;
  CURLcode code = CURLE_OK;
  if (!request->has_body) return code;
  if (request->body_size) {
    transfer->body = malloc(request->body_size);
    if (!transfer->body) return CURLE_OUT_OF_MEMORY;
    memcpy(transfer->body, request->body, request->body_size);
    transfer->body_size = request->body_size;
  }
  KEIRO_SET(CURLOPT_POST, 1L);
  KEIRO_SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
  KEIRO_SET(CURLOPT_READFUNCTION, read_body);
  KEIRO_SET(CURLOPT_READDATA, transfer);
  KEIRO_SET(CURLOPT_SEEKFUNCTION, seek);
  KEIRO_SET(CURLOPT_SEEKDATA, transfer);
  return code;
}

static CURLcode keep_connection(struct keiro_curl_transfer *transfer) {
  const struct keiro_curl_policy *policy = &transfer->group->policy;
  CURL *handle = transfer->handle;
  CURLcode code = CURLE_OK;
  KEIRO_SET(CURLOPT_MAXAGE_CONN, policy->idle_seconds);
  KEIRO_SET(CURLOPT_TCP_KEEPALIVE, 1L);
  if (policy->requires_http2) {
    KEIRO_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    KEIRO_SET(CURLOPT_PIPEWAIT, 1L);
  }
  transfer->request.opens = opens;
  transfer->request.transfer = transfer;
  // Unknown before 7.80, where those who send have to be careful alone.
  if (policy->begins_alone && code == CURLE_OK &&
      keiro_curl.easy_setopt(handle, CURLOPT_PREREQFUNCTION, sends) == CURLE_OK)
    KEIRO_SET(CURLOPT_PREREQDATA, transfer);
  return code;
}

static CURLcode prepare(
    struct keiro_curl_transfer *transfer, const struct keiro_curl_request *request) {
  CURL *handle = transfer->handle;
  CURLcode code = keiro_curl_prepare(handle, &transfer->request, &transfer->lists);
  // Another server may answer at a name at any time: nothing is remembered of it.
  KEIRO_SET(CURLOPT_DNS_CACHE_TIMEOUT, 0L);
  KEIRO_SET(CURLOPT_ERRORBUFFER, transfer->error);
  KEIRO_SET(CURLOPT_PRIVATE, transfer);
  if (code != CURLE_OK) return code;
  if (!transfer->group->policy.keeps_connections) {
    code = keiro_curl_copy_body(handle, request);
    return code == CURLE_OK ? keiro_curl_keep_nothing(handle) : code;
  }
  code = lend_body(transfer);
  return code == CURLE_OK ? keep_connection(transfer) : code;
}

struct keiro_curl_transfer *keiro_curl_begin(
    const struct keiro_curl_request *request, struct keiro_curl_group *group) {
  struct keiro_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->request = *request;
  transfer->group = group;
  transfer->handle = keiro_curl.easy_init();
  CURLcode code = transfer->handle ? prepare(transfer, request) : CURLE_OUT_OF_MEMORY;
  keiro_curl_forget_lent(&transfer->request);
  if (code != CURLE_OK ||
      keiro_curl.multi_add_handle(group->handle, transfer->handle) != CURLM_OK) {
    keiro_curl_end(transfer);
    return NULL;
  }
  return transfer;
}

struct keiro_curl_group *keiro_curl_group_new(struct keiro_curl_policy policy) {
  struct keiro_curl_group *group = calloc(1, sizeof *group);
  if (!group) return NULL;
  group->policy = policy;
  group->handle = keiro_curl.multi_init();
  if (!group->handle) {
    free(group);
    return NULL;
  }
  // Several streams on a connection.
  keiro_curl.multi_setopt(group->handle, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
  keiro_curl.multi_setopt(group->handle, CURLMOPT_MAX_HOST_CONNECTIONS, policy.per_host);
  keiro_curl.multi_setopt(group->handle, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000L);
  return group;
}

void keiro_curl_group_free(struct keiro_curl_group *group) {
  keiro_curl.multi_cleanup(group->handle);
  free(group);
}

void keiro_curl_group_wake(struct keiro_curl_group *group) {
  keiro_curl.multi_wakeup(group->handle);
}

void keiro_curl_group_perform(struct keiro_curl_group *group) {
  int running = 0;
  keiro_curl.multi_perform(group->handle, &running);
}

void keiro_curl_group_wait(struct keiro_curl_group *group, int milliseconds) {
  keiro_curl.multi_poll(group->handle, NULL, 0, milliseconds, NULL);
}

struct keiro_curl_transfer *keiro_curl_ended(
    struct keiro_curl_group *group, struct keiro_curl_outcome *outcome) {
  int left = 0;
  CURLMsg *message = keiro_curl.multi_info_read(group->handle, &left);
  if (!message) return NULL;
  CURL *handle = message->easy_handle;
  CURLcode code = message->data.result;
  struct keiro_curl_transfer *transfer = NULL;
  long version = CURL_HTTP_VERSION_NONE;
  *outcome = (struct keiro_curl_outcome){0};
  keiro_curl.easy_getinfo(handle, CURLINFO_PRIVATE, &transfer);
  keiro_curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &outcome->status);
  keiro_curl.easy_getinfo(handle, CURLINFO_HTTP_VERSION, &version);
  // That it may not send again is our doing: what counts is that nothing was received.
  if (transfer && transfer->sent &&
      (code == CURLE_COULDNT_CONNECT || code == CURLE_SEND_FAIL_REWIND))
    code = CURLE_RECV_ERROR;
  if (transfer && code == CURLE_OK && transfer->connection == group->opened)
    group->proven = group->opened;
  outcome->code = code;
  outcome->speaks_http2 = version == CURL_HTTP_VERSION_2_0;
  outcome->is_unprocessed = transfer && transfer->is_unprocessed;
  return transfer;
}
