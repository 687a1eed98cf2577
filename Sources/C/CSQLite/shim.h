#pragma once
#include <sqlite3.h>
#include <stddef.h>

// Swift lends memory for one call. Depending on their last argument these keep what they are given,
// so that only C may call them.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it may keep the memory")))
int sqlite3_bind_text(sqlite3_stmt *, int, const char *, int, void (*)(void *)) KEIRO_KEEPS;
int sqlite3_bind_text64(
    sqlite3_stmt *, int, const char *, sqlite3_uint64, void (*)(void *), unsigned char) KEIRO_KEEPS;
int sqlite3_bind_blob(sqlite3_stmt *, int, const void *, int, void (*)(void *)) KEIRO_KEEPS;
int sqlite3_bind_blob64(
    sqlite3_stmt *, int, const void *, sqlite3_uint64, void (*)(void *)) KEIRO_KEEPS;

/// Binds a copy of a text in UTF-8.
static inline int keiro_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_text64(
      statement, index, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of bytes.
static inline int keiro_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

/* sqlite3_config is variadic. It must be called before anything else and fails afterwards. */
static inline int keiro_sqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
