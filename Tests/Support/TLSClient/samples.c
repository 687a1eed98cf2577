#include "TLSClient.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/// Keys of RSA take long to make: each kind has one, which the samples share.
static struct {
  const char *name;
  EVP_PKEY *key;
} kinds[] = {
    {"RSA-2048", NULL}, {"RSA-3072", NULL}, {"RSA-4096", NULL}, {"P-256", NULL},
    {"P-384", NULL},    {"P-521", NULL},    {"ED25519", NULL}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static EVP_PKEY *make_key(const char *kind) {
  unsigned bits = 0;
  if (sscanf(kind, "RSA-%u", &bits) == 1) return EVP_RSA_gen(bits);
  return strcmp(kind, "ED25519") == 0 ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
                                      : EVP_EC_gen(kind);
}

static EVP_PKEY *key_of(const char *kind) {
  EVP_PKEY *key = NULL;
  pthread_mutex_lock(&lock);
  for (size_t index = 0; index < sizeof kinds / sizeof kinds[0]; index++) {
    if (strcmp(kinds[index].name, kind) != 0) continue;
    if (!kinds[index].key) kinds[index].key = make_key(kind);
    key = kinds[index].key;
  }
  pthread_mutex_unlock(&lock);
  return key;
}

static void set_name(X509_NAME *name, const char *text) {
  X509_NAME_add_entry_by_txt(
      name, "CN", MBSTRING_ASC, (const unsigned char *)text, -1, -1, 0);
}

static void name(X509_NAME *name, int position) {
  char text[32];
  snprintf(text, sizeof text, "sample %d", position);
  set_name(name, text);
}

/// A certificate that has been valid for some seconds and will be for some days; null without memory.
static X509 *new_certificate(int serial, long age, long days) {
  X509 *certificate = X509_new();
  if (!certificate) return NULL;
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial);
  time_t now = time(NULL);
  X509_time_adj(X509_getm_notBefore(certificate), -age, &now);
  X509_time_adj(X509_getm_notAfter(certificate), 86400L * days, &now);
  return certificate;
}

static bool add_names(X509 *certificate, int count) {
  GENERAL_NAMES *names = sk_GENERAL_NAME_new_null();
  for (int index = 0; index < count; index++) {
    char text[64];
    snprintf(text, sizeof text, "host-%d.example", index);
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_IA5STRING *host = ASN1_IA5STRING_new();
    ASN1_STRING_set(host, text, -1);
    GENERAL_NAME_set0_value(name, GEN_DNS, host);
    sk_GENERAL_NAME_push(names, name);
  }
  bool is_added = X509_add1_ext_i2d(certificate, NID_subject_alt_name, names, 0, 0) == 1;
  GENERAL_NAMES_free(names);
  return is_added;
}

/// Writes the certificate at a position of a chain of authorities of the curve P-256.
static bool write_certificate(BIO *text, EVP_PKEY *key, int position, int length, int names) {
  bool is_last = position == length - 1;
  EVP_PKEY *own = position == 0 ? key : key_of("P-256");
  EVP_PKEY *issuer = is_last ? own : key_of("P-256");
  X509 *certificate = new_certificate(4711 + position, 3600, 30);
  bool is_written = own && issuer && certificate;
  if (is_written) {
    name(X509_get_subject_name(certificate), position);
    name(X509_get_issuer_name(certificate), is_last ? position : position + 1);
    X509_set_pubkey(certificate, own);
    const EVP_MD *digest = EVP_PKEY_is_a(issuer, "ED25519") ? NULL : EVP_sha256();
    is_written = (position > 0 || add_names(certificate, names)) &&
                 X509_sign(certificate, issuer, digest) > 0 &&
                 PEM_write_bio_X509(text, certificate) == 1;
  }
  X509_free(certificate);
  return is_written;
}

static bool copy(BIO *memory, char *text, size_t size) {
  char *start = NULL;
  long count = BIO_get_mem_data(memory, &start);
  if (count <= 0 || (size_t)count >= size) return false;
  memcpy(text, start, (size_t)count);
  text[count] = 0;
  return true;
}

bool keiro_make_chain(
    const char *kind, int length, int names, char *chain, size_t chain_size, char *key,
    size_t key_size) {
  EVP_PKEY *own = key_of(kind);
  BIO *chain_text = BIO_new(BIO_s_mem());
  BIO *key_text = BIO_new(BIO_s_mem());
  bool is_made = own && chain_text && key_text;
  for (int position = 0; is_made && position < length; position++)
    is_made = write_certificate(chain_text, own, position, length, names);
  is_made = is_made && PEM_write_bio_PrivateKey(key_text, own, NULL, NULL, 0, NULL, NULL) == 1 &&
            copy(chain_text, chain, chain_size) && copy(key_text, key, key_size);
  BIO_free(key_text);
  BIO_free(chain_text);
  return is_made;
}

/// The identifiers of its key, and of that of its issuer, which is the same.
static void add_identifiers(X509 *certificate) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
  const struct {
    int kind;
    const char *value;
  } wanted[] = {
      {NID_subject_key_identifier, "hash"}, {NID_authority_key_identifier, "keyid:always"}};
  for (size_t index = 0; index < 2; index++) {
    X509_EXTENSION *extension =
        X509V3_EXT_conf_nid(NULL, &context, wanted[index].kind, wanted[index].value);
    if (extension) X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
}

/// Writes a certificate for a key, and of an issuer of the same name; of none if that is null.
static bool write_named(
    BIO *text, EVP_PKEY *key, EVP_PKEY *issuer, const char *common_name, const char *names, int age,
    int days) {
  X509 *certificate = new_certificate(4711, age, days);
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, names);
  bool is_written = text && key && issuer && certificate && extension;
  if (is_written) {
    if (common_name) set_name(X509_get_subject_name(certificate), common_name);
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    X509_set_pubkey(certificate, key);
    X509_add_ext(certificate, extension, -1);
    add_identifiers(certificate);
    is_written = X509_sign(certificate, issuer, EVP_sha256()) > 0 &&
                 PEM_write_bio_X509(text, certificate) == 1;
  }
  X509_EXTENSION_free(extension);
  X509_free(certificate);
  return is_written;
}

bool keiro_make_identity(
    const char *common_name, const char *names, bool is_rsa, int days, char *chain,
    size_t chain_size, char *key, size_t key_size) {
  EVP_PKEY *made = is_rsa ? EVP_RSA_gen(2048) : EVP_EC_gen("P-256");
  BIO *chain_text = BIO_new(BIO_s_mem());
  BIO *key_text = BIO_new(BIO_s_mem());
  bool is_made = write_named(chain_text, made, made, common_name, names, 3600, days) && key_text &&
                 PEM_write_bio_PrivateKey(key_text, made, NULL, NULL, 0, NULL, NULL) == 1 &&
                 copy(chain_text, chain, chain_size) && copy(key_text, key, key_size);
  BIO_free(key_text);
  BIO_free(chain_text);
  EVP_PKEY_free(made);
  return is_made;
}

bool keiro_certify(
    const uint8_t *request, size_t size, const char *names, int age, int days, char *chain,
    size_t chain_size) {
  X509_REQ *asked = d2i_X509_REQ(NULL, &request, (long)size);
  EVP_PKEY *issuer = EVP_EC_gen("P-256");
  BIO *text = BIO_new(BIO_s_mem());
  EVP_PKEY *key = asked ? X509_REQ_get0_pubkey(asked) : NULL;
  bool is_made =
      write_named(text, key, issuer, NULL, names, age, days) && copy(text, chain, chain_size);
  BIO_free(text);
  EVP_PKEY_free(issuer);
  X509_REQ_free(asked);
  return is_made;
}
