#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A client of TLS for tests, on a blocking socket that stays its owner's.

#pragma clang assume_nonnull begin

typedef struct keiro_client keiro_client;

/// What a client asks for.
struct keiro_client_wish {
  int descriptor;
  /// Null for none.
  const char *_Nullable name;
  /// The only version on the wire that it speaks, as in 0x0304; 0 for any.
  int version;
  /// Protocols, each behind its length; null for none.
  const uint8_t *_Nullable protocols;
  size_t protocol_bytes;
  /// PEM texts of a certificate and its key; null for none.
  const char *_Nullable certificate;
  const char *_Nullable key;
  /// The ciphers of `version`, by preference; null for the library's.
  const char *_Nullable ciphers;
  /// Whether each byte is sent by itself.
  bool is_slow;
  /// Whose session it resumes; null for none.
  const keiro_client *_Nullable before;
};

/// The number of segments with bytes that a TCP connection has received.
int keiro_segments_received(int descriptor);

/// Null when the handshake fails.
keiro_client *_Nullable keiro_client_connect(const struct keiro_client_wish *wish);
void keiro_client_free(keiro_client *client);

/// The number of bytes; 0 at the end, negative for an error.
int keiro_client_read(keiro_client *client, void *buffer, int size);
int keiro_client_write(keiro_client *client, const void *bytes, int size);
/// Ends what is sent, and the session with it.
void keiro_client_end(keiro_client *client);
/// Asks for other keys (TLS 1.3) or, before, for another handshake; false when refused.
bool keiro_client_renew(keiro_client *client);

bool keiro_client_is_resumed(const keiro_client *client);
int keiro_client_version(const keiro_client *client);
const char *keiro_client_cipher(const keiro_client *client);
/// The protocol that was agreed on, up to 63 letters; empty for none.
const char *keiro_client_protocol(keiro_client *client);
/// The common name of the server's certificate.
const char *keiro_client_peer(keiro_client *client);

/// A certificate for tests that signs itself, with its key: PEM texts. False without memory.
///
/// - names: as in `DNS:a.example,IP:127.0.0.1`.
bool keiro_make_identity(
    const char *common_name, const char *names, bool is_rsa, int days, char *chain,
    size_t chain_size, char *key, size_t key_size);

/// A certificate for the key of a request (PKCS #10, as DER), as a PEM text. False for another request.
///
/// - names: as above.
/// - age: for how many seconds it has been valid.
bool keiro_certify(
    const uint8_t *request, size_t size, const char *names, int age, int days, char *chain,
    size_t chain_size);

/// A chain of certificates for tests, the server's own first, and the key of that: PEM texts. False
/// without memory, and for another kind.
///
/// - kind: of the server's key: `RSA-2048`, `RSA-3072`, `RSA-4096`, `P-256`, `P-384`, `P-521`,
///   `ED25519`.
/// - length: of the chain; a single certificate signs itself.
/// - names: how many hosts the first one is for: `host-0.example` and so on.
bool keiro_make_chain(
    const char *kind, int length, int names, char *chain, size_t chain_size, char *key,
    size_t key_size);

#pragma clang assume_nonnull end
