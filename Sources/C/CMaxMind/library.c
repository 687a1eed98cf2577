#define _GNU_SOURCE
#include "CMaxMind.h"

#include <dlfcn.h>
#include <maxminddb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// Each function of libmaxminddb by its own name there, without `MMDB_`.
#define FUNCTIONS(DO) DO(open) DO(close) DO(lookup_sockaddr) DO(get_value) DO(strerror)

#define FIELD(name) __typeof__(MMDB_##name) *name;
static struct {
  FUNCTIONS(FIELD)
} library;
#undef FIELD

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *loaded = dlopen("libmaxminddb.so.0", RTLD_NOW | RTLD_LOCAL);
  if (loaded == NULL) {
    failure = "the library libmaxminddb.so.0 cannot be loaded: expected the package libmaxminddb0";
    return;
  }
#define FIND(name)                                            \
  *(void **)&library.name = dlsym(loaded, "MMDB_" #name); \
  if (!library.name) failure = "the library libmaxminddb.so.0 lacks a function";
  FUNCTIONS(FIND)
#undef FIND
}

struct keiro_geo {
  MMDB_s handle;
};

const char *keiro_geo_open(const uint8_t *bytes, size_t count, keiro_geo **database) {
  *database = NULL;
  pthread_once(&once, load);
  if (failure != NULL) return failure;
  int file = memfd_create("keiro-countries", MFD_CLOEXEC);
  if (file < 0) return "there is no memory for it";
  for (size_t written = 0; written < count;) {
    ssize_t part = write(file, bytes + written, count - written);
    if (part <= 0) {
      close(file);
      return "there is no memory for it";
    }
    written += (size_t)part;
  }
  keiro_geo *opened = calloc(1, sizeof *opened);
  if (opened == NULL) {
    close(file);
    return "there is no memory for it";
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  int error = library.open(name, MMDB_MODE_MMAP, &opened->handle);
  close(file);
  if (error != MMDB_SUCCESS) {
    free(opened);
    return library.strerror(error);
  }
  *database = opened;
  return NULL;
}

void keiro_geo_close(keiro_geo *database) {
  library.close(&database->handle);
  free(database);
}

static int text(MMDB_entry_s entry, uint8_t *code, const char *first, const char *second) {
  MMDB_entry_data_s data = {0};
  int error = library.get_value(&entry, &data, first, second, (const char *)NULL);
  if (error != MMDB_SUCCESS || !data.has_data || data.type != MMDB_DATA_TYPE_UTF8_STRING ||
      data.data_size != 2)
    return 0;
  memcpy(code, data.utf8_string, 2);
  return 1;
}

int keiro_geo_country(const keiro_geo *database, const uint8_t *address, uint8_t *code) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  union {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
  } asked;
  memset(&asked, 0, sizeof asked);
  if (memcmp(address, mapped, sizeof mapped) == 0) {
    asked.v4.sin_family = AF_INET;
    memcpy(&asked.v4.sin_addr, address + 12, 4);
  } else {
    asked.v6.sin6_family = AF_INET6;
    memcpy(&asked.v6.sin6_addr, address, 16);
  }
  int error = 0;
  MMDB_lookup_result_s found = library.lookup_sockaddr(&database->handle, &asked.any, &error);
  if (error != MMDB_SUCCESS || !found.found_entry) return 0;
  return text(found.entry, code, "country", "iso_code") ||
         text(found.entry, code, "country_code", NULL);
}
