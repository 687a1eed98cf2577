#pragma once

#include <curl/curl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// What Keiro uses of libcurl. The functions of libcurl itself are not linked: they are found when the
// library is loaded, and called in C alone, since they keep what they are given.

/// Loads the library; false when it is not there or older than 7.68. To be called once, before
/// everything below.
bool keiro_curl_load(void);

/// What libcurl says of a code.
const char *keiro_curl_message(CURLcode code);

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
  /// The path of a Unix socket, which takes the place of any address; or null.
  const char *unix_socket;
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
  char error[CURL_ERROR_SIZE];
};

/// Performs a request on a connection of its own, and waits for its end.
CURLcode keiro_curl_perform(
    struct keiro_curl_request *request, struct keiro_curl_facts *facts);

// MARK: - Many at a time

/// How the connections of a group of transfers are made and kept.
struct keiro_curl_policy {
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

/// Transfers that share connections; one thread at a time may use it, but for waking.
struct keiro_curl_group;

/// A request on its way.
struct keiro_curl_transfer;

/// A group without transfers; null when memory runs out. To be freed by `keiro_curl_group_free`.
struct keiro_curl_group *keiro_curl_group_new(struct keiro_curl_policy policy);
void keiro_curl_group_free(struct keiro_curl_group *group);

/// Ends the wait of the group, now or the next one. Any thread may call it.
void keiro_curl_group_wake(struct keiro_curl_group *group);

/// Does for all transfers what can be done without waiting.
void keiro_curl_group_perform(struct keiro_curl_group *group);

/// Waits until something can be done, or somebody wakes the group.
void keiro_curl_group_wait(struct keiro_curl_group *group, int milliseconds);

/// Begins a request; texts and body are copied. Null when memory runs out or libcurl refuses a
/// setting. To be ended by `keiro_curl_end`.
struct keiro_curl_transfer *keiro_curl_begin(
    const struct keiro_curl_request *request, struct keiro_curl_group *group);
void keiro_curl_end(struct keiro_curl_transfer *transfer);

/// How a transfer has ended.
struct keiro_curl_outcome {
  CURLcode code;
  /// 0 without an answer.
  long status;
  bool speaks_http2;
  /// Whether the server has certainly not looked at the request.
  bool is_unprocessed;
};

/// A transfer that has ended, with its outcome; null when there is none.
struct keiro_curl_transfer *keiro_curl_ended(
    struct keiro_curl_group *group, struct keiro_curl_outcome *outcome);

// MARK: - Names

/// The addresses of a name, of both families; a code of `getaddrinfo`, 0 for an answer.
int keiro_addresses(
    const char *name, void *context, void (*take)(void *context, const struct sockaddr *address));

/// Sends a datagram to an address and waits for one from there: its size, or -1 for none in time.
long keiro_ask_datagram(
    bool is_v6, const void *address, uint16_t port, const void *question, size_t question_size,
    void *answer, size_t answer_size, int milliseconds);
