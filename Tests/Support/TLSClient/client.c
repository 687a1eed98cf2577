#include "TLSClient.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct keiro_client {
  SSL_CTX *context;
  SSL *ssl;
  char protocol[64];
  char peer[256];
};

static int write_slowly(BIO *bio, const char *bytes, int size) {
  int descriptor = -1;
  BIO_get_fd(bio, &descriptor);
  for (int index = 0; index < size; index++)
    if (send(descriptor, bytes + index, 1, MSG_NOSIGNAL) != 1) return -1;
  return size;
}

/// A connection like any other, but for its writing.
static BIO *slow_connection(int descriptor) {
  BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOCKET, "slow connection");
  const BIO_METHOD *usual = BIO_s_socket();
  BIO_meth_set_write(method, write_slowly);
  BIO_meth_set_read(method, BIO_meth_get_read(usual));
  BIO_meth_set_ctrl(method, BIO_meth_get_ctrl(usual));
  BIO_meth_set_create(method, BIO_meth_get_create(usual));
  BIO_meth_set_destroy(method, BIO_meth_get_destroy(usual));
  BIO *bio = BIO_new(method);
  BIO_set_fd(bio, descriptor, BIO_NOCLOSE);
  return bio;
}

static bool use(SSL_CTX *context, const struct keiro_client_wish *wish) {
  if (!wish->certificate || !wish->key) return true;
  BIO *text = BIO_new_mem_buf(wish->certificate, -1);
  X509 *certificate = PEM_read_bio_X509(text, NULL, NULL, NULL);
  BIO_free(text);
  text = BIO_new_mem_buf(wish->key, -1);
  EVP_PKEY *key = PEM_read_bio_PrivateKey(text, NULL, NULL, NULL);
  BIO_free(text);
  bool is_used = certificate && key && SSL_CTX_use_certificate(context, certificate) &&
                 SSL_CTX_use_PrivateKey(context, key);
  X509_free(certificate);
  EVP_PKEY_free(key);
  return is_used;
}

keiro_client *keiro_client_connect(const struct keiro_client_wish *wish) {
  signal(SIGPIPE, SIG_IGN);
  keiro_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->context = SSL_CTX_new(TLS_client_method());
  if (!client->context || !use(client->context, wish)) goto failed;
  if (wish->ciphers) {
    if (wish->version == TLS1_3_VERSION) {
      if (!SSL_CTX_set_ciphersuites(client->context, wish->ciphers)) goto failed;
    } else if (!SSL_CTX_set_cipher_list(client->context, wish->ciphers)) {
      goto failed;
    }
  }
  if (wish->version) {
    SSL_CTX_set_min_proto_version(client->context, wish->version);
    SSL_CTX_set_max_proto_version(client->context, wish->version);
  }
  SSL_CTX_set_session_cache_mode(client->context, SSL_SESS_CACHE_CLIENT);
  client->ssl = SSL_new(client->context);
  if (!client->ssl || !SSL_set_fd(client->ssl, wish->descriptor)) goto failed;
  if (wish->is_slow) {
    BIO *connection = slow_connection(wish->descriptor);
    SSL_set_bio(client->ssl, connection, connection);
  }
  if (wish->name) SSL_set_tlsext_host_name(client->ssl, wish->name);
  if (wish->protocols)
    SSL_set_alpn_protos(client->ssl, wish->protocols, (unsigned)wish->protocol_bytes);
  if (wish->before) {
    SSL_SESSION *session = SSL_get1_session(wish->before->ssl);
    SSL_set_session(client->ssl, session);
    SSL_SESSION_free(session);
  }
  ERR_clear_error();
  if (SSL_connect(client->ssl) == 1) return client;
failed:
  keiro_client_free(client);
  return NULL;
}

void keiro_client_free(keiro_client *client) {
  // A session that was not ended could not be resumed.
  if (client->ssl) SSL_set_shutdown(client->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
  SSL_free(client->ssl);
  SSL_CTX_free(client->context);
  ERR_clear_error();
  free(client);
}

int keiro_client_read(keiro_client *client, void *buffer, int size) {
  ERR_clear_error();
  return SSL_read(client->ssl, buffer, size);
}

int keiro_client_write(keiro_client *client, const void *bytes, int size) {
  ERR_clear_error();
  return SSL_write(client->ssl, bytes, size);
}

void keiro_client_end(keiro_client *client) { SSL_shutdown(client->ssl); }

bool keiro_client_renew(keiro_client *client) {
  ERR_clear_error();
  int is_asked = SSL_version(client->ssl) == TLS1_3_VERSION
                     ? SSL_key_update(client->ssl, SSL_KEY_UPDATE_REQUESTED)
                     : SSL_renegotiate(client->ssl);
  return is_asked && SSL_do_handshake(client->ssl) == 1;
}

bool keiro_client_is_resumed(const keiro_client *client) {
  return SSL_session_reused(client->ssl);
}

const char *keiro_client_cipher(const keiro_client *client) {
  return SSL_get_cipher_name(client->ssl);
}

int keiro_client_version(const keiro_client *client) { return SSL_version(client->ssl); }

const char *keiro_client_protocol(keiro_client *client) {
  const unsigned char *name = NULL;
  unsigned count = 0;
  SSL_get0_alpn_selected(client->ssl, &name, &count);
  if (count >= sizeof client->protocol) count = 0;
  if (count) memcpy(client->protocol, name, count);
  client->protocol[count] = 0;
  return client->protocol;
}

const char *keiro_client_peer(keiro_client *client) {
  X509 *peer = SSL_get0_peer_certificate(client->ssl);
  client->peer[0] = 0;
  if (peer)
    X509_NAME_get_text_by_NID(
        X509_get_subject_name(peer), NID_commonName, client->peer, sizeof client->peer);
  return client->peer;
}
