#define _GNU_SOURCE
#include "CMaxMind.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

// The types of maxminddb.h as they have stood since 1.0, as far as calls pass them. A handle is
// opaque here: the room for one is many times what it takes.
typedef struct {
  const void *database;
  uint32_t offset;
} entry;

typedef struct {
  bool found;
  entry place;
  uint16_t netmask;
} lookup_result;

typedef struct {
  bool has_data;
  union {
    const char *text;
    unsigned __int128 widest;
  } value;
  uint32_t offset;
  uint32_t offset_to_next;
  uint32_t size;
  uint32_t type;
} entry_data;

enum { TYPE_TEXT = 2, MODE_MMAP = 1, HANDLE_BYTES = 4096 };

static struct {
  int (*open)(const char *name, uint32_t flags, void *handle);
  void (*close)(void *handle);
  lookup_result (*lookup)(const void *handle, const struct sockaddr *address, int *error);
  int (*get)(entry *place, entry_data *data, ...);
  const char *(*message)(int error);
} library;

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *loaded = dlopen("libmaxminddb.so.0", RTLD_NOW | RTLD_LOCAL);
  if (loaded == NULL) {
    failure = "the library libmaxminddb.so.0 cannot be loaded: expected the package libmaxminddb0";
    return;
  }
  const char *names[] = {
      "MMDB_open", "MMDB_close", "MMDB_lookup_sockaddr", "MMDB_get_value", "MMDB_strerror"};
  void *functions[5];
  for (size_t place = 0; place < 5; place++) {
    functions[place] = dlsym(loaded, names[place]);
    if (functions[place] == NULL) {
      failure = "the library libmaxminddb.so.0 lacks a function";
      return;
    }
  }
  // A pointer that `dlsym` gives becomes one to a function by way of its bytes alone.
  memcpy(&library, functions, sizeof functions);
}

struct keiro_geo {
  _Alignas(16) uint8_t handle[HANDLE_BYTES];
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
  keiro_geo *opened = aligned_alloc(16, sizeof *opened);
  if (opened == NULL) {
    close(file);
    return "there is no memory for it";
  }
  memset(opened, 0, sizeof *opened);
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  int error = library.open(name, MODE_MMAP, opened->handle);
  close(file);
  if (error != 0) {
    free(opened);
    return library.message(error);
  }
  *database = opened;
  return NULL;
}

void keiro_geo_close(keiro_geo *database) {
  library.close(database->handle);
  free(database);
}

static int text(entry place, uint8_t *code, const char *first, const char *second) {
  entry_data data;
  memset(&data, 0, sizeof data);
  int error = library.get(&place, &data, first, second, (const char *)NULL);
  if (error != 0 || !data.has_data || data.type != TYPE_TEXT || data.size != 2) return 0;
  memcpy(code, data.value.text, 2);
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
  lookup_result found = library.lookup(database->handle, &asked.any, &error);
  if (error != 0 || !found.found) return 0;
  return text(found.place, code, "country", "iso_code") ||
         text(found.place, code, "country_code", NULL);
}
