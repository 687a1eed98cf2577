#pragma once
#include <sqlite3.h>

/* sqlite3_config is variadic. It must be called before anything else and fails afterwards. */
static inline int keiro_sqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
