#include "CTLS.h"

#include <dlfcn.h>
#include <errno.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Each function of libssl by its own name; libcrypto is linked.
#define KEIRO_FUNCTIONS(DO)                                                                       \
  DO(OPENSSL_init_ssl) DO(TLS_server_method) DO(SSL_CTX_new) DO(SSL_CTX_free) DO(SSL_CTX_ctrl)    \
  DO(SSL_CTX_set_options) DO(SSL_CTX_set_cipher_list) DO(SSL_CTX_set_ciphersuites)                \
  DO(SSL_CTX_set_num_tickets) DO(SSL_CTX_set_session_id_context) DO(SSL_CTX_set_alpn_select_cb)   \
  DO(SSL_CTX_set_client_hello_cb) DO(SSL_CTX_use_certificate) DO(SSL_CTX_use_PrivateKey)          \
  DO(SSL_CTX_check_private_key) DO(SSL_CTX_get_cert_store) DO(SSL_CTX_set_verify)                 \
  DO(SSL_CTX_add_client_CA) DO(SSL_CTX_set_timeout) DO(SSL_new) DO(SSL_free) DO(SSL_set_bio)      \
  DO(SSL_set_accept_state) DO(SSL_set_ex_data) DO(SSL_get_ex_data) DO(SSL_do_handshake)           \
  DO(SSL_read_ex) DO(SSL_write_ex) DO(SSL_get_error) DO(SSL_has_pending) DO(SSL_shutdown)         \
  DO(SSL_is_init_finished) DO(SSL_version) DO(SSL_session_reused) DO(SSL_get0_alpn_selected)      \
  DO(SSL_client_hello_get0_ext) DO(SSL_set_SSL_CTX) DO(SSL_CTX_set_default_read_buffer_len)       \
  DO(SSL_get_state)

#define KEIRO_FIELD(name) __typeof__(name) *name;
static struct {
  KEIRO_FUNCTIONS(KEIRO_FIELD)
} tls;
#undef KEIRO_FIELD

struct keiro_tls_context {
  SSL_CTX *context;
  keiro_tls_chooser chooser;
};

struct keiro_tls_session {
  SSL *ssl;
  int descriptor;
  keiro_tls_chooser chooser;
  void *owner;
  /// Whether the end of the connection follows what is written.
  bool is_ending;
  /// After an error that the library must not be asked after.
  bool is_broken;
  bool has_ended;
  bool has_no_certificate;
  int failure;
};

// MARK: - Connections

// The library's own kind of connection writes without MSG_NOSIGNAL.

/// Whether more is written soon, so that the system need not send a segment for these bytes alone. A
/// ticket of TLS 1.3 waits for the response when the request has come along with the end of the handshake;
/// otherwise it goes at once, as clients that combine small segments wait until theirs is acknowledged.
static bool has_more(const struct keiro_tls_session *session) {
  return session->is_ending ||
         (tls.SSL_get_state(session->ssl) == TLS_ST_SW_SESSION_TICKET &&
          tls.SSL_version(session->ssl) == TLS1_3_VERSION &&
          tls.SSL_has_pending(session->ssl) == 1);
}

static int connection_write(BIO *bio, const char *bytes, size_t size, size_t *count) {
  struct keiro_tls_session *session = BIO_get_data(bio);
  BIO_clear_retry_flags(bio);
  int flags = MSG_NOSIGNAL | (has_more(session) ? MSG_MORE : 0);
  ssize_t sent;
  do {
    sent = syscall(SYS_sendto, session->descriptor, bytes, size, flags, NULL, 0);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) {
    if (errno == EAGAIN) BIO_set_retry_write(bio);
    return 0;
  }
  *count = (size_t)sent;
  return 1;
}

static int connection_read(BIO *bio, char *bytes, size_t size, size_t *count) {
  struct keiro_tls_session *session = BIO_get_data(bio);
  BIO_clear_retry_flags(bio);
  ssize_t received;
  do {
    received = syscall(SYS_recvfrom, session->descriptor, bytes, size, 0, NULL, NULL);
  } while (received < 0 && errno == EINTR);
  if (received > 0) {
    *count = (size_t)received;
    return 1;
  }
  if (received < 0 && errno == EAGAIN) BIO_set_retry_read(bio);
  if (received == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return 0;
}

static long connection_control(BIO *bio, int command, long number, void *pointer) {
  (void)number;
  (void)pointer;
  switch (command) {
  case BIO_CTRL_FLUSH: return 1;
  case BIO_CTRL_EOF: return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0;
  default: return 0;
  }
}

static int connection_create(BIO *bio) {
  BIO_set_init(bio, 1);
  return 1;
}

static BIO_METHOD *connection_method;

static bool make_method(void) {
  BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "connection");
  if (!method) return false;
  connection_method = method;
  return BIO_meth_set_write_ex(method, connection_write) &&
         BIO_meth_set_read_ex(method, connection_read) &&
         BIO_meth_set_ctrl(method, connection_control) &&
         BIO_meth_set_create(method, connection_create);
}

bool keiro_tls_load(void) {
  void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
#define KEIRO_LOAD(name) \
  *(void **)&tls.name = dlsym(library, #name); \
  if (!tls.name) return false;
  KEIRO_FUNCTIONS(KEIRO_LOAD)
#undef KEIRO_LOAD
  return tls.OPENSSL_init_ssl(0, NULL) == 1 && make_method();
}

// MARK: - Contexts

static const char ciphers[] =
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
    "ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305";
static const char suites[] =
    "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256";
// Libraries before 3.5 do not know the first group, and refuse a list with it.
static const char *const groups[] = {
    "X25519MLKEM768:X25519:prime256v1:secp384r1", "X25519:prime256v1:secp384r1"};
static const uint8_t challenge_protocol[] = "acme-tls/1";
static const uint8_t http_protocol[] = "http/1.1";

/// Finds a protocol in the list of a client, each name behind its length.
static const uint8_t *find_protocol(
    const uint8_t *list, size_t size, const uint8_t *name, size_t count) {
  size_t offset = 0;
  while (offset < size) {
    size_t length = list[offset];
    if (length > size - offset - 1) return NULL;
    if (length == count && memcmp(list + offset + 1, name, count) == 0) return list + offset + 1;
    offset += length + 1;
  }
  return NULL;
}

static int select_protocol(
    SSL *ssl, const unsigned char **selected, unsigned char *length, const unsigned char *list,
    unsigned size, void *name) {
  (void)ssl;
  size_t count = strlen(name);
  const uint8_t *found = find_protocol(list, size, name, count);
  if (!found) return SSL_TLSEXT_ERR_ALERT_FATAL;
  *selected = found;
  *length = (unsigned char)count;
  return SSL_TLSEXT_ERR_OK;
}

static size_t number(const uint8_t *bytes) { return (size_t)bytes[0] << 8 | bytes[1]; }

/// The first host name of the extension (RFC 6066, section 3); null without one.
static const uint8_t *server_name(SSL *ssl, size_t *count) {
  const unsigned char *bytes;
  size_t size;
  if (!tls.SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_server_name, &bytes, &size)) return NULL;
  if (size < 5 || number(bytes) != size - 2 || bytes[2] != TLSEXT_NAMETYPE_host_name) return NULL;
  *count = number(bytes + 3);
  return *count > 0 && *count <= size - 5 ? bytes + 5 : NULL;
}

/// An authority offers its protocol alone (RFC 8737, section 3).
static bool offers_challenge(SSL *ssl) {
  const unsigned char *bytes;
  size_t size;
  size_t count = sizeof challenge_protocol - 1;
  return tls.SSL_client_hello_get0_ext(
             ssl, TLSEXT_TYPE_application_layer_protocol_negotiation, &bytes, &size) &&
         size == count + 3 && number(bytes) == count + 1 && bytes[2] == count &&
         memcmp(bytes + 3, challenge_protocol, count) == 0;
}

static int choose(SSL *ssl, int *alert, void *argument) {
  (void)argument;
  struct keiro_tls_session *session = tls.SSL_get_ex_data(ssl, 0);
  size_t count = 0;
  const uint8_t *name = server_name(ssl, &count);
  const keiro_tls_context *chosen =
      session->chooser(session->owner, name, count, offers_challenge(ssl));
  if (chosen && tls.SSL_set_SSL_CTX(ssl, chosen->context)) return SSL_CLIENT_HELLO_SUCCESS;
  session->has_no_certificate = true;
  *alert = SSL_AD_UNRECOGNIZED_NAME;
  return SSL_CLIENT_HELLO_ERROR;
}

keiro_tls_context *keiro_tls_context_new(
    int minimum, bool is_challenge, keiro_tls_chooser chooser) {
  struct keiro_tls_context *result = OPENSSL_zalloc(sizeof *result);
  SSL_CTX *context = tls.SSL_CTX_new(tls.TLS_server_method());
  if (!context || !result) goto failed;
  result->context = context;
  result->chooser = chooser;
  static const unsigned char scope[] = "keiro";
  const char *protocol = (const char *)(is_challenge ? challenge_protocol : http_protocol);
  bool is_set =
      tls.SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, minimum, NULL) == 1 &&
      tls.SSL_CTX_set_cipher_list(context, ciphers) == 1 &&
      tls.SSL_CTX_set_ciphersuites(context, suites) == 1 &&
      (tls.SSL_CTX_ctrl(context, SSL_CTRL_SET_GROUPS_LIST, 0, (void *)groups[0]) == 1 ||
       tls.SSL_CTX_ctrl(context, SSL_CTRL_SET_GROUPS_LIST, 0, (void *)groups[1]) == 1) &&
      tls.SSL_CTX_set_session_id_context(context, scope, sizeof scope - 1) == 1 &&
      // Visitors make one connection: a second ticket would be for another beside it.
      tls.SSL_CTX_set_num_tickets(context, 1) == 1;
  if (!is_set) goto failed;
  tls.SSL_CTX_set_options(
      context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF |
                   // Without it the order of the lists above says nothing. AES-128 with SHA-256 is the
                   // cheapest where processors have instructions for both; clients without those for
                   // AES begin with ChaCha20, and get it.
                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  tls.SSL_CTX_ctrl(
      context, SSL_CTRL_MODE,
      SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS |
          // A chain is what its file has; libssl would look for more at each handshake.
          SSL_MODE_NO_AUTO_CHAIN,
      NULL);
  // Sessions are resumed with tickets alone, so that nothing is kept for them here.
  tls.SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF, NULL);
  tls.SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
  tls.SSL_CTX_set_timeout(context, 12 * 3600);
  tls.SSL_CTX_set_alpn_select_cb(context, select_protocol, (void *)protocol);
  if (chooser) tls.SSL_CTX_set_client_hello_cb(context, choose, NULL);
  ERR_clear_error();
  return result;
failed:
  if (context) tls.SSL_CTX_free(context);
  OPENSSL_free(result);
  ERR_clear_error();
  return NULL;
}

void keiro_tls_context_free(keiro_tls_context *context) {
  tls.SSL_CTX_free(context->context);
  OPENSSL_free(context);
}

/// Keys with a passphrase are not asked about at the terminal.
static int no_passphrase(char *buffer, int size, int is_writing, void *context) {
  (void)buffer;
  (void)size;
  (void)is_writing;
  (void)context;
  return 0;
}

static BIO *memory(const void *bytes, size_t size) {
  return size <= INT32_MAX ? BIO_new_mem_buf(bytes, (int)size) : NULL;
}

static int use_chain(SSL_CTX *context, BIO *text) {
  X509 *leaf = PEM_read_bio_X509_AUX(text, NULL, no_passphrase, NULL);
  if (!leaf) return KEIRO_TLS_NO_CERTIFICATE;
  int is_used = tls.SSL_CTX_use_certificate(context, leaf);
  X509_free(leaf);
  if (!is_used) return KEIRO_TLS_REFUSED;
  tls.SSL_CTX_ctrl(context, SSL_CTRL_CHAIN, 0, NULL);
  X509 *other;
  while ((other = PEM_read_bio_X509(text, NULL, no_passphrase, NULL))) {
    if (tls.SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 0, other) == 1) continue;
    X509_free(other);
    return KEIRO_TLS_REFUSED;
  }
  bool is_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  return is_end ? KEIRO_TLS_DONE : KEIRO_TLS_NO_CERTIFICATE;
}

static int use_key(SSL_CTX *context, BIO *text) {
  EVP_PKEY *key = PEM_read_bio_PrivateKey(text, NULL, no_passphrase, NULL);
  if (!key) return KEIRO_TLS_NO_KEY;
  int is_used = tls.SSL_CTX_use_PrivateKey(context, key);
  EVP_PKEY_free(key);
  return is_used && tls.SSL_CTX_check_private_key(context) ? KEIRO_TLS_DONE : KEIRO_TLS_MISMATCH;
}

int keiro_tls_context_use(
    keiro_tls_context *context, const void *chain, size_t chain_size, const void *key,
    size_t key_size) {
  BIO *chain_text = memory(chain, chain_size);
  BIO *key_text = memory(key, key_size);
  int result = KEIRO_TLS_REFUSED;
  ERR_clear_error();
  if (chain_text && key_text) {
    result = use_chain(context->context, chain_text);
    if (result == KEIRO_TLS_DONE) result = use_key(context->context, key_text);
  }
  BIO_free(chain_text);
  BIO_free(key_text);
  ERR_clear_error();
  return result;
}

bool keiro_tls_context_require(keiro_tls_context *context, const void *authorities, size_t size) {
  BIO *text = memory(authorities, size);
  if (!text) return false;
  X509_STORE *store = tls.SSL_CTX_get_cert_store(context->context);
  X509 *authority;
  bool has_any = false;
  bool is_whole = true;
  while ((authority = PEM_read_bio_X509(text, NULL, no_passphrase, NULL))) {
    has_any = true;
    is_whole = is_whole && X509_STORE_add_cert(store, authority) == 1 &&
               tls.SSL_CTX_add_client_CA(context->context, authority) == 1;
    X509_free(authority);
  }
  is_whole = is_whole && ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  BIO_free(text);
  ERR_clear_error();
  tls.SSL_CTX_set_verify(
      context->context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);
  return has_any && is_whole;
}

bool keiro_tls_context_get_secrets(
    const keiro_tls_context *context, uint8_t secrets[KEIRO_TLS_TICKET_SECRETS]) {
  return tls.SSL_CTX_ctrl(
             context->context, SSL_CTRL_GET_TLSEXT_TICKET_KEYS, KEIRO_TLS_TICKET_SECRETS,
             secrets) == 1;
}

bool keiro_tls_context_set_secrets(
    const keiro_tls_context *context, const uint8_t secrets[KEIRO_TLS_TICKET_SECRETS]) {
  return tls.SSL_CTX_ctrl(
             context->context, SSL_CTRL_SET_TLSEXT_TICKET_KEYS, KEIRO_TLS_TICKET_SECRETS,
             (void *)secrets) == 1;
}

// MARK: - Sessions

keiro_tls_session *keiro_tls_session_new(
    const keiro_tls_context *context, int descriptor, void *owner) {
  struct keiro_tls_session *session = OPENSSL_zalloc(sizeof *session);
  if (!session) return NULL;
  session->descriptor = descriptor;
  session->chooser = context->chooser;
  session->owner = owner;
  session->ssl = tls.SSL_new(context->context);
  BIO *connection = BIO_new(connection_method);
  if (!session->ssl || !connection) {
    if (session->ssl) tls.SSL_free(session->ssl);
    BIO_free(connection);
    OPENSSL_free(session);
    ERR_clear_error();
    return NULL;
  }
  BIO_set_data(connection, session);
  tls.SSL_set_bio(session->ssl, connection, connection);
  tls.SSL_set_ex_data(session->ssl, 0, session);
  tls.SSL_set_accept_state(session->ssl);
  return session;
}

void keiro_tls_session_free(keiro_tls_session *session) {
  tls.SSL_free(session->ssl);
  OPENSSL_free(session);
}

static int classify(void) {
  unsigned long error = ERR_peek_error();
  if (error == 0) return KEIRO_TLS_FAILURE_CLOSED;
  if (ERR_GET_LIB(error) != ERR_LIB_SSL) return KEIRO_TLS_FAILURE_OTHER;
  int reason = ERR_GET_REASON(error);
  if (reason > SSL_AD_REASON_OFFSET) return KEIRO_TLS_FAILURE_ALERT;
  switch (reason) {
  case SSL_R_UNEXPECTED_EOF_WHILE_READING: return KEIRO_TLS_FAILURE_CLOSED;
  case SSL_R_NO_SHARED_CIPHER:
  case SSL_R_NO_SUITABLE_KEY_SHARE:
  case SSL_R_NO_SHARED_GROUPS:
  case SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM:
  case SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS:
  case SSL_R_UNSUPPORTED_PROTOCOL:
  case SSL_R_VERSION_TOO_LOW:
  case SSL_R_WRONG_SSL_VERSION:
  case SSL_R_NO_APPLICATION_PROTOCOL: return KEIRO_TLS_FAILURE_NOTHING_SHARED;
  case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE:
  case SSL_R_CERTIFICATE_VERIFY_FAILED: return KEIRO_TLS_FAILURE_CLIENT_CERTIFICATE;
  default: return KEIRO_TLS_FAILURE_OTHER;
  }
}

int keiro_tls_handshake(keiro_tls_session *session) {
  ERR_clear_error();
  int result = tls.SSL_do_handshake(session->ssl);
  if (result == 1) return KEIRO_TLS_DONE;
  switch (tls.SSL_get_error(session->ssl, result)) {
  case SSL_ERROR_WANT_READ: return KEIRO_TLS_WANTS_READING;
  case SSL_ERROR_WANT_WRITE: return KEIRO_TLS_WANTS_WRITING;
  default:
    session->is_broken = true;
    session->failure = session->has_no_certificate ? KEIRO_TLS_FAILURE_NAME : classify();
    ERR_clear_error();
    return KEIRO_TLS_BROKEN;
  }
}

int keiro_tls_read(keiro_tls_session *session, void *buffer, size_t size, size_t *count) {
  *count = 0;
  if (session->is_broken) return KEIRO_TLS_BROKEN;
  ERR_clear_error();
  while (*count < size) {
    size_t got = 0;
    int result = tls.SSL_read_ex(session->ssl, (char *)buffer + *count, size - *count, &got);
    if (result == 1) {
      *count += got;
      // Of everything else the socket will tell: no call to hear that there is nothing.
      if (tls.SSL_has_pending(session->ssl) == 0) return KEIRO_TLS_WANTS_READING;
      continue;
    }
    switch (tls.SSL_get_error(session->ssl, result)) {
    case SSL_ERROR_WANT_READ: return KEIRO_TLS_WANTS_READING;
    case SSL_ERROR_WANT_WRITE: return KEIRO_TLS_WANTS_WRITING;
    case SSL_ERROR_ZERO_RETURN: return KEIRO_TLS_ENDED;
    default:
      session->is_broken = true;
      ERR_clear_error();
      return KEIRO_TLS_BROKEN;
    }
  }
  return KEIRO_TLS_FULL;
}

bool keiro_tls_write(
    keiro_tls_session *session, const void *bytes, size_t size, bool is_last, size_t *count) {
  *count = 0;
  if (session->is_broken) return false;
  session->is_ending = is_last;
  ERR_clear_error();
  while (*count < size) {
    size_t put = 0;
    int result = tls.SSL_write_ex(session->ssl, (const char *)bytes + *count, size - *count, &put);
    if (result == 1) {
      *count += put;
      continue;
    }
    // Renegotiation is off, so that writing never waits for the peer to send.
    if (tls.SSL_get_error(session->ssl, result) == SSL_ERROR_WANT_WRITE) return true;
    session->is_broken = true;
    ERR_clear_error();
    return false;
  }
  return true;
}

bool keiro_tls_has_pending(const keiro_tls_session *session) {
  return !session->is_broken && tls.SSL_has_pending(session->ssl) == 1;
}

void keiro_tls_end(keiro_tls_session *session) {
  if (session->is_broken || session->has_ended || !tls.SSL_is_init_finished(session->ssl)) return;
  session->has_ended = true;
  session->is_ending = true;
  ERR_clear_error();
  tls.SSL_shutdown(session->ssl);
  ERR_clear_error();
}

int keiro_tls_session_version(const keiro_tls_session *session) {
  return tls.SSL_version(session->ssl);
}

bool keiro_tls_session_is_resumed(const keiro_tls_session *session) {
  return tls.SSL_session_reused(session->ssl) == 1;
}

bool keiro_tls_session_is_challenge(const keiro_tls_session *session) {
  const unsigned char *name;
  unsigned length = 0;
  tls.SSL_get0_alpn_selected(session->ssl, &name, &length);
  return length == sizeof challenge_protocol - 1 && memcmp(name, challenge_protocol, length) == 0;
}

int keiro_tls_session_failure(const keiro_tls_session *session) { return session->failure; }
