#pragma once

#include <stddef.h>
#include <stdint.h>

// What Keiro uses of libmaxminddb: the country of an address. The library is loaded when a
// configuration names a database, so that a process without one has it not in its memory.

#pragma clang assume_nonnull begin

/// A database in memory; opaque.
typedef struct keiro_geo keiro_geo;

/// Opens a database from a copy of a file's bytes, so that a file that is cut short later does no
/// harm.
///
/// `*database` receives it and is NULL after a failure. Returns NULL, or why it cannot be opened: a
/// text that lives as long as the process.
const char *_Nullable keiro_geo_open(
    const uint8_t *bytes, size_t count, keiro_geo *_Nullable *_Nonnull database);

void keiro_geo_close(keiro_geo *database);

/// The code of the country of an address of 16 bytes (IPv4 as ::ffff:a.b.c.d).
///
/// `code` receives two bytes. Returns whether the database knows the country.
int keiro_geo_country(const keiro_geo *database, const uint8_t *address, uint8_t *code);

#pragma clang assume_nonnull end
