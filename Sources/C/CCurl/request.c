// A request and its options, the same for one that is waited for and for many at a time.

// CURLOPT_PROTOCOLS is for libraries that do not know its successor.
#define CURL_DISABLE_DEPRECATION
#include "request.h"

#include <string.h>
#include <sys/socket.h>

static curl_socket_t open_socket(
    void *data, curlsocktype purpose, struct curl_sockaddr *address) {
  struct keiro_curl_request *request = data;
  (void)purpose;
  if (!request->unix_socket && !request->admits(request->context, &address->addr))
    return CURL_SOCKET_BAD;
  if (request->opens && !request->opens(request->transfer)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t take_field(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_request *request = data;
  return request->take_field(request->context, bytes, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *data) {
  struct keiro_curl_request *request = data;
  return request->take_body(request->context, bytes, size * count) ? size * count : 0;
}

static void take_certificates(CURL *handle, const struct keiro_curl_request *request) {
  struct curl_certinfo *certificates = NULL;
  if (!request->take_certificate ||
      keiro_curl.easy_getinfo(handle, CURLINFO_CERTINFO, &certificates) != CURLE_OK ||
      !certificates)
    return;
  for (int index = 0; index < certificates->num_of_certs && index < 16; index++)
    for (struct curl_slist *line = certificates->certinfo[index]; line; line = line->next)
      if (strncmp(line->data, "Cert:", 5) == 0)
        request->take_certificate(request->context, line->data + 5);
}

static void measure(CURL *handle, struct keiro_curl_facts *facts) {
  keiro_curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &facts->status);
  keiro_curl.easy_getinfo(handle, CURLINFO_SSL_VERIFYRESULT, &facts->verification);
  keiro_curl.easy_getinfo(handle, CURLINFO_OS_ERRNO, &facts->system_error);
  keiro_curl.easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &facts->connected);
  keiro_curl.easy_getinfo(handle, CURLINFO_APPCONNECT_TIME_T, &facts->secured);
  keiro_curl.easy_getinfo(handle, CURLINFO_STARTTRANSFER_TIME_T, &facts->answered);
  keiro_curl.easy_getinfo(handle, CURLINFO_TOTAL_TIME_T, &facts->ended);
}

void keiro_curl_free_lists(struct keiro_curl_lists *lists) {
  keiro_curl.slist_free_all(lists->fields);
  keiro_curl.slist_free_all(lists->connect_to);
}

/// Puts a line behind a list; false when memory runs out.
static bool append(struct curl_slist **list, const char *line) {
  struct curl_slist *longer = keiro_curl.slist_append(*list, line);
  if (longer) *list = longer;
  return longer != NULL;
}

CURLcode keiro_curl_prepare(
    CURL *handle, struct keiro_curl_request *request, struct keiro_curl_lists *lists) {
  CURLcode code = CURLE_OK;
  for (size_t index = 0; index < request->field_count; index++)
    if (!append(&lists->fields, request->fields[index])) return CURLE_OUT_OF_MEMORY;
  if (request->connect_to && !append(&lists->connect_to, request->connect_to))
    return CURLE_OUT_OF_MEMORY;
  KEIRO_SET(CURLOPT_URL, request->url);
  KEIRO_SET(CURLOPT_PROTOCOLS_STR, request->allows_plain ? "https,http" : "https");
  // Unknown before 7.85.
  if (code == CURLE_UNKNOWN_OPTION)
    code = keiro_curl.easy_setopt(
        handle, CURLOPT_PROTOCOLS,
        (long)(request->allows_plain ? CURLPROTO_HTTPS | CURLPROTO_HTTP : CURLPROTO_HTTPS));
  KEIRO_SET(CURLOPT_FOLLOWLOCATION, 0L);
  KEIRO_SET(CURLOPT_NOSIGNAL, 1L);
  KEIRO_SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
  KEIRO_SET(CURLOPT_TIMEOUT_MS, request->milliseconds);
  KEIRO_SET(CURLOPT_HTTPHEADER, lists->fields);
  if (lists->connect_to) KEIRO_SET(CURLOPT_CONNECT_TO, lists->connect_to);
  if (request->unix_socket) KEIRO_SET(CURLOPT_UNIX_SOCKET_PATH, request->unix_socket);
  KEIRO_SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  KEIRO_SET(CURLOPT_OPENSOCKETDATA, request);
  KEIRO_SET(CURLOPT_HEADERFUNCTION, take_field);
  KEIRO_SET(CURLOPT_HEADERDATA, request);
  KEIRO_SET(CURLOPT_WRITEFUNCTION, take_body);
  KEIRO_SET(CURLOPT_WRITEDATA, request);
  // Proxies of the environment are nobody's decision here: only the configured one counts.
  KEIRO_SET(CURLOPT_PROXY, request->proxy ? request->proxy : "");
  if (request->authorities) KEIRO_SET(CURLOPT_CAINFO, request->authorities);
  if (request->unverified) {
    KEIRO_SET(CURLOPT_SSL_VERIFYPEER, 0L);
    KEIRO_SET(CURLOPT_SSL_VERIFYHOST, 0L);
  }
  if (request->only_old_tls) {
    KEIRO_SET(CURLOPT_SSLVERSION, (long)(CURL_SSLVERSION_TLSv1_0 | CURL_SSLVERSION_MAX_TLSv1_1));
    // Of its own OpenSSL offers them no more.
    KEIRO_SET(CURLOPT_SSL_CIPHER_LIST, "DEFAULT:@SECLEVEL=0");
  }
  if (request->take_certificate) KEIRO_SET(CURLOPT_CERTINFO, 1L);
  if (request->unpacks) KEIRO_SET(CURLOPT_ACCEPT_ENCODING, "gzip");
  if (!request->has_body && strcmp(request->method, "HEAD") == 0) KEIRO_SET(CURLOPT_NOBODY, 1L);
  KEIRO_SET(CURLOPT_CUSTOMREQUEST, request->method);
  return code;
}

void keiro_curl_forget_lent(struct keiro_curl_request *request) {
  request->url = request->method = request->proxy = request->authorities = NULL;
  request->connect_to = request->unix_socket = NULL;
  request->fields = NULL;
  request->field_count = 0;
  request->body = NULL;
  request->body_size = 0;
}

CURLcode keiro_curl_copy_body(CURL *handle, const struct keiro_curl_request *request) {
  CURLcode code = CURLE_OK;
  if (!request->has_body) return code;
  KEIRO_SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_size);
  KEIRO_SET(CURLOPT_COPYPOSTFIELDS, request->body ? request->body : "");
  return code;
}

CURLcode keiro_curl_keep_nothing(CURL *handle) {
  CURLcode code = CURLE_OK;
  KEIRO_SET(CURLOPT_FORBID_REUSE, 1L);
  KEIRO_SET(CURLOPT_FRESH_CONNECT, 1L);
  return code;
}

CURLcode keiro_curl_perform(
    struct keiro_curl_request *request, struct keiro_curl_facts *facts) {
  memset(facts, 0, sizeof *facts);
  CURL *handle = keiro_curl.easy_init();
  if (!handle) return CURLE_OUT_OF_MEMORY;
  struct keiro_curl_lists lists = {0};
  CURLcode code = keiro_curl_prepare(handle, request, &lists);
  KEIRO_SET(CURLOPT_ERRORBUFFER, facts->error);
  if (code == CURLE_OK) code = keiro_curl_copy_body(handle, request);
  if (code == CURLE_OK) code = keiro_curl_keep_nothing(handle);
  if (code == CURLE_OK) code = keiro_curl.easy_perform(handle);
  measure(handle, facts);
  take_certificates(handle, request);
  keiro_curl.easy_cleanup(handle);
  keiro_curl_free_lists(&lists);
  return code;
}
