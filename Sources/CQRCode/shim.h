#pragma once
#include <png.h>
#include <qrencode.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Swift lends memory for one call. An image of libpng keeps its own address, so that only C has one.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it keeps the image")))
int png_image_write_to_memory(
    png_imagep, void *, png_alloc_size_t *, int, const void *, png_int_32, const void *) KEIRO_KEEPS;

/// Writes a square picture of one byte of grey a pixel as PNG: the number of bytes written; 0 without
/// memory or room.
static inline size_t keiro_png(const uint8_t *pixels, uint32_t side, uint8_t *output, size_t room) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = side;
  image.height = side;
  image.format = PNG_FORMAT_GRAY;
  png_alloc_size_t count = room;
  int done = png_image_write_to_memory(&image, output, &count, 0, pixels, (png_int_32)side, NULL);
  png_image_free(&image);
  return done && count <= room ? count : 0;
}
