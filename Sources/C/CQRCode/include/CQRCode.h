#pragma once
#include <png.h>
#include <qrencode.h>
#include <stddef.h>
#include <stdint.h>

// Swift lends memory for one call. An image of libpng keeps its own address, so that only C has one.
#define KEIRO_KEEPS __attribute__((availability(swift, unavailable, message = "it keeps the image")))
int png_image_write_to_memory(
    png_imagep, void *, png_alloc_size_t *, int, const void *, png_int_32, const void *) KEIRO_KEEPS;

/// Writes a square picture of one byte a pixel, 0 or 1, as PNG with one bit a pixel: the number of
/// bytes written; 0 without memory or room. `colors` are red, green and blue of 0, then of 1.
size_t keiro_png(
    const uint8_t *pixels, uint32_t side, const uint8_t *colors, uint8_t *output, size_t room);
