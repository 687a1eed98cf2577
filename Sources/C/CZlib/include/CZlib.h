#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

// Swift lends memory for one call. A stream keeps its own address and those of its input and output,
// so that only C has one.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it keeps the stream")))
int deflateInit_(z_streamp, int, const char *, int) KEIRO_KEEPS;
int deflateInit2_(z_streamp, int, int, int, int, int, const char *, int) KEIRO_KEEPS;
int inflateInit_(z_streamp, const char *, int) KEIRO_KEEPS;
int inflateInit2_(z_streamp, int, const char *, int) KEIRO_KEEPS;

/// No fewer bytes than `keiro_gzip` makes of so many, whatever the level and the window: what
/// `deflateBound` says of the most wasteful ones, and the header of gzip.
static inline size_t keiro_gzip_bound(size_t size) { return size + size / 8 + size / 64 + 64; }

/// Compresses bytes into the format of gzip: the number of bytes written; 0 without memory or room.
///
/// - window: the logarithm of its size.
size_t keiro_gzip(
    const uint8_t *bytes, size_t size, int level, int window, int memory_level, uint8_t *output,
    size_t room);

/// Decompresses one whole stream, for tests, for as long as `take` takes what comes; false for other bytes.
///
/// - window: the logarithm of its size, 16 more for the format of gzip.
bool keiro_inflate(
    const uint8_t *bytes, size_t size, int window, void *context,
    bool (*take)(void *context, const uint8_t *bytes, size_t count));

/// Compresses into the format of gzip piece by piece.
typedef struct keiro_gzipper keiro_gzipper;
/// Nil without memory.
keiro_gzipper *keiro_gzipper_open(int level);
void keiro_gzipper_close(keiro_gzipper *stream);
/// Passes on what comes of a piece, which may be nothing but for the last, in parts of up to 16 kB.
bool keiro_gzipper_feed(
    keiro_gzipper *stream, const uint8_t *bytes, size_t size, bool is_last, void *context,
    void (*take)(void *context, const uint8_t *bytes, size_t count));

/// Decompresses the format of gzip piece by piece, any number of streams behind one another.
typedef struct keiro_gunzip keiro_gunzip;
/// Nil without memory.
keiro_gunzip *keiro_gunzip_open(void);
void keiro_gunzip_close(keiro_gunzip *stream);
/// Passes on what comes of a piece, in parts of 16 kB; false for other bytes.
bool keiro_gunzip_feed(
    keiro_gunzip *stream, const uint8_t *bytes, size_t size, void *context,
    void (*take)(void *context, const uint8_t *bytes, size_t count));
/// Whether no stream is broken off.
bool keiro_gunzip_is_whole(const keiro_gunzip *stream);
