#include "CZlib.h"
#include <stdlib.h>

size_t keiro_gzip(
    const uint8_t *bytes, size_t size, int level, int window, int memory_level, uint8_t *output,
    size_t room) {
  z_stream stream = {0};
  if (size > UINT32_MAX || room > UINT32_MAX) return 0;
  int started = deflateInit2(
      &stream, level, Z_DEFLATED, window + 16, memory_level, Z_DEFAULT_STRATEGY);
  if (started != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)size;
  stream.next_out = output;
  stream.avail_out = (uInt)room;
  bool is_whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  size_t count = is_whole ? stream.total_out : 0;
  deflateEnd(&stream);
  return count;
}

bool keiro_inflate(
    const uint8_t *bytes, size_t size, int window, void *context,
    bool (*take)(void *context, const uint8_t *bytes, size_t count)) {
  z_stream stream = {0};
  uint8_t part[1 << 14];
  if (size > UINT32_MAX || inflateInit2(&stream, window) != Z_OK) return false;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)size;
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = part;
    stream.avail_out = sizeof part;
    status = inflate(&stream, Z_NO_FLUSH);
    if (!take(context, part, sizeof part - stream.avail_out)) break;
  }
  bool is_whole = status == Z_STREAM_END && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole;
}

struct keiro_gzipper {
  z_stream stream;
};

keiro_gzipper *keiro_gzipper_open(int level) {
  keiro_gzipper *gzipper = calloc(1, sizeof *gzipper);
  if (gzipper &&
      deflateInit2(&gzipper->stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    free(gzipper);
    return NULL;
  }
  return gzipper;
}

void keiro_gzipper_close(keiro_gzipper *gzipper) {
  deflateEnd(&gzipper->stream);
  free(gzipper);
}

bool keiro_gzipper_feed(
    keiro_gzipper *gzipper, const uint8_t *bytes, size_t size, bool is_last, void *context,
    void (*take)(void *context, const uint8_t *bytes, size_t count)) {
  z_stream *stream = &gzipper->stream;
  uint8_t part[1 << 14];
  if (size > UINT32_MAX) return false;
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = (uInt)size;
  do {
    stream->next_out = part;
    stream->avail_out = sizeof part;
    if (deflate(stream, is_last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR) return false;
    take(context, part, sizeof part - stream->avail_out);
  } while (stream->avail_out == 0);
  stream->next_in = NULL;
  return true;
}

struct keiro_gunzip {
  z_stream stream;
  bool is_whole;
};

keiro_gunzip *keiro_gunzip_open(void) {
  keiro_gunzip *gunzip = calloc(1, sizeof *gunzip);
  if (gunzip && inflateInit2(&gunzip->stream, 15 + 16) != Z_OK) {
    free(gunzip);
    return NULL;
  }
  return gunzip;
}

void keiro_gunzip_close(keiro_gunzip *gunzip) {
  inflateEnd(&gunzip->stream);
  free(gunzip);
}

bool keiro_gunzip_feed(
    keiro_gunzip *gunzip, const uint8_t *bytes, size_t size, void *context,
    void (*take)(void *context, const uint8_t *bytes, size_t count)) {
  z_stream *stream = &gunzip->stream;
  uint8_t part[1 << 14];
  if (size > UINT32_MAX) return false;
  stream->next_in = (Bytef *)bytes;
  stream->avail_in = (uInt)size;
  while (stream->avail_in > 0) {
    if (gunzip->is_whole && inflateReset(stream) != Z_OK) return false;
    gunzip->is_whole = false;
    int status;
    do {
      stream->next_out = part;
      stream->avail_out = sizeof part;
      status = inflate(stream, Z_NO_FLUSH);
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) return false;
      take(context, part, sizeof part - stream->avail_out);
    } while (status == Z_OK && stream->avail_out == 0);
    if (status == Z_STREAM_END) gunzip->is_whole = true;
    else if (status == Z_BUF_ERROR && stream->avail_in > 0) return false;
  }
  stream->next_in = NULL;
  return true;
}

bool keiro_gunzip_is_whole(const keiro_gunzip *gunzip) { return gunzip->is_whole; }
