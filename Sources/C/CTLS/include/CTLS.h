#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What Keiro uses of libssl. The library is loaded when a listener speaks TLS: a process without one
// has it neither in its memory nor at its start.

#pragma clang assume_nonnull begin

typedef struct keiro_tls_context keiro_tls_context;
typedef struct keiro_tls_session keiro_tls_session;

/// Loads the library; false when it is not there or too old. To be called once.
bool keiro_tls_load(void);

/// Chooses the context for the name that a client asks for; null ends the handshake with
/// `unrecognized_name`.
///
/// - name: as sent, absent where the client sends none.
/// - is_challenge: whether the client is an authority that validates the name (RFC 8737).
typedef const keiro_tls_context *_Nullable (*keiro_tls_chooser)(
    void *owner, const uint8_t *_Nullable name, size_t count, bool is_challenge);

/// A context of Mozilla's intermediate profile, without a certificate; null without memory.
///
/// - minimum: the lowest version on the wire, 0x0303 or 0x0304.
/// - is_challenge: whether its sessions only show their certificate to an authority.
/// - chooser: asked at the beginning of each session of this context.
keiro_tls_context *_Nullable keiro_tls_context_new(
    int minimum, bool is_challenge, keiro_tls_chooser _Nullable chooser);
void keiro_tls_context_free(keiro_tls_context *context);

enum {
  KEIRO_TLS_DONE = 0,
  KEIRO_TLS_NO_CERTIFICATE = 1,
  KEIRO_TLS_NO_KEY = 2,
  KEIRO_TLS_MISMATCH = 3,
  /// Too weak for the library, or of a kind it does not know.
  KEIRO_TLS_REFUSED = 4,
};

/// Adds a certificate with its chain and its key, both PEM; one for each kind of key.
int keiro_tls_context_use(
    keiro_tls_context *context, const void *chain, size_t chain_size, const void *key,
    size_t key_size);

/// Asks clients for a certificate of one of these authorities; false where the text has none.
bool keiro_tls_context_require(keiro_tls_context *context, const void *authorities, size_t size);

/// The secrets of tickets, so that sessions of one context may be resumed with another.
enum { KEIRO_TLS_TICKET_SECRETS = 80 };
bool keiro_tls_context_get_secrets(
    const keiro_tls_context *context, uint8_t secrets[_Nonnull KEIRO_TLS_TICKET_SECRETS]);
bool keiro_tls_context_set_secrets(
    const keiro_tls_context *context, const uint8_t secrets[_Nonnull KEIRO_TLS_TICKET_SECRETS]);

/// A session of a server on a connection, which stays the caller's; null without memory.
///
/// - owner: passed to the chooser.
keiro_tls_session *_Nullable keiro_tls_session_new(
    const keiro_tls_context *context, int descriptor, void *owner);
void keiro_tls_session_free(keiro_tls_session *session);

enum {
  KEIRO_TLS_WANTS_READING = 1,
  KEIRO_TLS_WANTS_WRITING = 2,
  /// The peer has ended the session or the connection.
  KEIRO_TLS_ENDED = 3,
  KEIRO_TLS_BROKEN = 4,
  /// The buffer is full; there may be more.
  KEIRO_TLS_FULL = 5,
};

/// Goes on with the handshake: done, wants or broken.
int keiro_tls_handshake(keiro_tls_session *session);

/// Reads until the buffer is full or nothing has arrived: full, wants, ended or broken.
int keiro_tls_read(keiro_tls_session *session, void *buffer, size_t size, size_t *count);

/// Writes what the connection takes; false when it is broken.
///
/// - is_last: whether `keiro_tls_end` follows at once.
bool keiro_tls_write(
    keiro_tls_session *session, const void *_Nullable bytes, size_t size, bool is_last,
    size_t *count);

/// Whether bytes have arrived that have not been read.
bool keiro_tls_has_pending(const keiro_tls_session *session);

/// Tells the peer that nothing more follows, together with the end of the connection: the caller closes
/// it at once, or its sending side.
void keiro_tls_end(keiro_tls_session *session);

/// The version on the wire, as in 0x0304.
int keiro_tls_session_version(const keiro_tls_session *session);
bool keiro_tls_session_is_resumed(const keiro_tls_session *session);
/// Whether the peer is an authority that validates a name.
bool keiro_tls_session_is_challenge(const keiro_tls_session *session);

/// Why handshakes fail.
enum {
  /// The client has gone.
  KEIRO_TLS_FAILURE_CLOSED = 0,
  /// It knows no version, cipher, group or protocol that is spoken here.
  KEIRO_TLS_FAILURE_NOTHING_SHARED = 1,
  /// It rejects our certificate, or has sent another alert.
  KEIRO_TLS_FAILURE_ALERT = 2,
  /// Its certificate is missing or not of the authorities.
  KEIRO_TLS_FAILURE_CLIENT_CERTIFICATE = 3,
  /// There is no certificate for the name.
  KEIRO_TLS_FAILURE_NAME = 4,
  /// What it sends is not TLS.
  KEIRO_TLS_FAILURE_OTHER = 5,
};
/// Of a session whose handshake is broken.
int keiro_tls_session_failure(const keiro_tls_session *session);

#pragma clang assume_nonnull end
