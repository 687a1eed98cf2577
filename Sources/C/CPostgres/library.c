#include "CPostgres.h"

#include <dlfcn.h>

const char *keiro_load_libpq(struct keiro_libpq *table) {
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define KEIRO_PG_FIND(name)                                   \
  *(void **)&table->name = dlsym(library, "PQ" #name); \
  if (!table->name) return dlerror();
  KEIRO_PG_FUNCTIONS(KEIRO_PG_FIND)
#undef KEIRO_PG_FIND
  return NULL;
}
