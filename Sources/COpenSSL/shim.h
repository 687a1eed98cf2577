#pragma once
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/cms.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <string.h>
#include <time.h>

// Stacks are macros, which Swift does not see.

/// Hands over the names of a certificate that hosts are compared with (RFC 6125): `dns:NAME`.
static inline void keiro_certificate_names(
    const X509 *certificate, void *context,
    void (*take)(void *context, const unsigned char *bytes, int count)) {
  GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  for (int index = 0; names && index < sk_GENERAL_NAME_num(names) && index < 1000; index++) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
    if (name->type != GEN_DNS) continue;
    take(context, ASN1_STRING_get0_data(name->d.dNSName), ASN1_STRING_length(name->d.dNSName));
  }
  GENERAL_NAMES_free(names);
}

/// Seconds since 1970 of a time in a certificate; false for one that cannot be read.
static inline int keiro_certificate_time(const ASN1_TIME *time, int64_t *seconds) {
  ASN1_TIME *epoch = ASN1_TIME_set(NULL, 0);
  int days = 0, rest = 0;
  int done = epoch && time && ASN1_TIME_diff(&days, &rest, epoch, time);
  ASN1_TIME_free(epoch);
  *seconds = (int64_t)days * 86400 + rest;
  return done;
}

/// A component of a name, such as its common name, in UTF-8; free with `keiro_free`.
static inline unsigned char *keiro_name_part(X509_NAME *name, int part, int *count) {
  unsigned char *text = NULL;
  int index = X509_NAME_get_index_by_NID(name, part, -1);
  *count = 0;
  if (index < 0) return NULL;
  *count = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(name, index)));
  return *count < 0 ? NULL : text;
}
static inline void keiro_free(void *bytes) { OPENSSL_free(bytes); }
