#include "CQRCode.h"

#include <string.h>

size_t keiro_png(const uint8_t *pixels, uint32_t side, uint8_t *output, size_t room) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = side;
  image.height = side;
  image.format = PNG_FORMAT_FLAG_COLORMAP;
  static const uint8_t colours[] = {0, 255};
  image.colormap_entries = sizeof colours;
  png_alloc_size_t count = room;
  int done = png_image_write_to_memory(&image, output, &count, 0, pixels, (png_int_32)side, colours);
  png_image_free(&image);
  return done && count <= room ? count : 0;
}
