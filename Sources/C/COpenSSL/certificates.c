#include "COpenSSL.h"

int keiro_name_count(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}

const ASN1_STRING *keiro_name_text(const GENERAL_NAMES *names, int index, int kind) {
  int found = 0;
  const ASN1_STRING *text =
      (const ASN1_STRING *)GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names, index), &found);
  return found == kind ? text : NULL;
}

size_t keiro_memory_bytes(BIO *memory, const uint8_t **bytes) {
  char *start = NULL;
  long count = BIO_get_mem_data(memory, &start);
  *bytes = (const uint8_t *)start;
  return count > 0 ? (size_t)count : 0;
}

/// Keys with a passphrase are not asked about at the terminal.
static int no_passphrase(char *buffer, int size, int is_writing, void *context) {
  (void)buffer;
  (void)size;
  (void)is_writing;
  (void)context;
  return 0;
}

X509 *keiro_read_certificate(const void *text, size_t size) {
  BIO *source = size <= INT32_MAX ? BIO_new_mem_buf(text, (int)size) : NULL;
  X509 *certificate = source ? PEM_read_bio_X509(source, NULL, no_passphrase, NULL) : NULL;
  BIO_free(source);
  return certificate;
}

EVP_PKEY *keiro_read_key(const void *text, size_t size) {
  BIO *source = size <= INT32_MAX ? BIO_new_mem_buf(text, (int)size) : NULL;
  EVP_PKEY *key = source ? PEM_read_bio_PrivateKey(source, NULL, no_passphrase, NULL) : NULL;
  BIO_free(source);
  return key;
}

EVP_PKEY *keiro_read_public_key(const uint8_t *der, size_t size) {
  return size <= INT32_MAX ? d2i_PUBKEY(NULL, &der, (long)size) : NULL;
}

CMS_ContentInfo *keiro_read_message(const uint8_t *der, size_t size) {
  return size <= INT32_MAX ? d2i_CMS_ContentInfo(NULL, &der, (long)size) : NULL;
}

int keiro_write_key(BIO *text, const EVP_PKEY *key) {
  return PEM_write_bio_PrivateKey(text, key, NULL, NULL, 0, NULL, NULL);
}

EVP_PKEY *keiro_make_key(void) { return EVP_EC_gen("P-256"); }

int keiro_add_extension(X509 *certificate, int kind, const char *value) {
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, kind, value);
  if (!extension) return 0;
  int is_added = X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
  return is_added;
}

int keiro_request_names(X509_REQ *request, const char *names) {
  X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, names);
  STACK_OF(X509_EXTENSION) *list = sk_X509_EXTENSION_new_null();
  int is_added = 0;
  if (extension && list && sk_X509_EXTENSION_push(list, extension) > 0) {
    extension = NULL;
    is_added = X509_REQ_add_extensions(request, list);
  }
  X509_EXTENSION_free(extension);
  sk_X509_EXTENSION_pop_free(list, X509_EXTENSION_free);
  return is_added;
}

int keiro_add_octets(
    X509 *certificate, const char *object, const uint8_t *der, int count) {
  ASN1_OBJECT *kind = OBJ_txt2obj(object, 1);
  ASN1_OCTET_STRING *octets = ASN1_OCTET_STRING_new();
  int is_added = 0;
  if (kind && octets && ASN1_OCTET_STRING_set(octets, der, count)) {
    X509_EXTENSION *extension = X509_EXTENSION_create_by_OBJ(NULL, kind, 1, octets);
    if (extension) is_added = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  ASN1_OBJECT_free(kind);
  ASN1_OCTET_STRING_free(octets);
  return is_added;
}

int keiro_certificate_time(const ASN1_TIME *time, int64_t *seconds) {
  ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
  int days = 0, rest = 0;
  int done = epoch && time && ASN1_TIME_diff(&days, &rest, epoch, time);
  ASN1_TIME_free(epoch);
  *seconds = (int64_t)days * 86400 + rest;
  return done;
}

unsigned char *keiro_name_part(X509_NAME *name, int part, int *count) {
  unsigned char *text = NULL;
  int index = X509_NAME_get_index_by_NID(name, part, -1);
  *count = 0;
  if (index < 0) return NULL;
  *count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)));
  return *count < 0 ? NULL : text;
}

void keiro_free(void *bytes) { OPENSSL_free(bytes); }
