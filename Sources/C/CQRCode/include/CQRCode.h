#pragma once
#include <png.h>
#include <qrencode.h>
#include <stddef.h>
#include <stdint.h>

// Swift lends memory for one call. An image of libpng keeps its own address, so that only C has one.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it keeps the image")))
int png_image_write_to_memory(
    png_imagep, void *, png_alloc_size_t *, int, const void *, png_int_32, const void *) KEIRO_KEEPS;

/// Writes a square picture of one byte a pixel, 0 for black and 1 for white, as PNG with one bit a
/// pixel: the number of bytes written; 0 without memory or room.
size_t keiro_png(const uint8_t *pixels, uint32_t side, uint8_t *output, size_t room);
