#include "CIDN.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

// As in idn2.h, whose package a build would need for these lines alone.
enum { NFC_INPUT = 1, NONTRANSITIONAL = 8 };
static int (*lookup)(const uint8_t *name, uint8_t **ascii, int flags);
static void (*release)(void *ascii);

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *loaded = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
  if (loaded == NULL) return;
  *(void **)&release = dlsym(loaded, "idn2_free");
  *(void **)&lookup = release == NULL ? NULL : dlsym(loaded, "idn2_lookup_u8");
}

enum keiro_idn_result keiro_idn_ascii(const char *name, char *ascii, size_t size) {
  pthread_once(&once, load);
  if (lookup == NULL) return keiro_idn_missing;
  uint8_t *found = NULL;
  if (lookup((const uint8_t *)name, &found, NFC_INPUT | NONTRANSITIONAL) != 0 || found == NULL)
    return keiro_idn_refused;
  size_t length = strlen((const char *)found);
  enum keiro_idn_result result = length < size ? keiro_idn_done : keiro_idn_refused;
  if (result == keiro_idn_done) memcpy(ascii, found, length + 1);
  release(found);
  return result;
}
