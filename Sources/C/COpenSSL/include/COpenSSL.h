#pragma once
#include <openssl/cms.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Swift lends memory for one call. These keep what they are given, so that only C may call them.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it keeps the memory")))
BIO *BIO_new_mem_buf(const void *bytes, int size) KEIRO_KEEPS;
void ASN1_STRING_set0(ASN1_STRING *string, void *bytes, int size) KEIRO_KEEPS;

// Lists of libcrypto are reached with macros, which Swift does not see.
int keiro_name_count(const GENERAL_NAMES *names);

/// The text of a name of that kind; null for a name of another kind.
const ASN1_STRING *keiro_name_text(const GENERAL_NAMES *names, int index, int kind);

size_t keiro_memory_bytes(BIO *memory, const uint8_t **bytes);

/// The first certificate of a PEM text; null when there is none. Nothing of the text is kept.
X509 *keiro_read_certificate(const void *text, size_t size);

/// The first private key of a PEM text; null when there is none. Nothing of the text is kept.
EVP_PKEY *keiro_read_key(const void *text, size_t size);

/// A public key written as DER; null for other bytes, none of which is kept.
EVP_PKEY *keiro_read_public_key(const uint8_t *der, size_t size);

/// A CMS message written as DER; null for other bytes, none of which is kept.
CMS_ContentInfo *keiro_read_message(const uint8_t *der, size_t size);

int keiro_write_key(BIO *text, const EVP_PKEY *key);

/// A new key of the curve P-256.
EVP_PKEY *keiro_make_key(void);

/// Adds an extension written as in a configuration of libcrypto, such as `DNS:example.com`.
int keiro_add_extension(X509 *certificate, int kind, const char *value);

/// Asks for these names in a request, written as above.
int keiro_request_names(X509_REQ *request, const char *names);

/// Adds an extension that libcrypto has no syntax for, as DER.
int keiro_add_octets(
    X509 *certificate, const char *object, const uint8_t *der, int count);

/// Seconds since 1970 of a time in a certificate; false for one that cannot be read.
int keiro_certificate_time(const ASN1_TIME *time, int64_t *seconds);

/// A component of a name, such as its common name, in UTF-8; free with `keiro_free`.
unsigned char *keiro_name_part(X509_NAME *name, int part, int *count);
void keiro_free(void *bytes);
