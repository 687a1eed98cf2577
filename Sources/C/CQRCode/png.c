#include "CQRCode.h"

#include <string.h>

// A picture without color is one of grays, as small as can be.
static int is_gray(const uint8_t *color) { return color[0] == color[1] && color[1] == color[2]; }

size_t keiro_png(
    const uint8_t *pixels, uint32_t side, const uint8_t *colors, uint8_t *output, size_t room) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = side;
  image.height = side;
  const uint8_t grays[] = {colors[0], colors[3]};
  int gray = is_gray(colors) && is_gray(colors + 3);
  image.format = gray ? PNG_FORMAT_FLAG_COLORMAP : PNG_FORMAT_RGB_COLORMAP;
  image.colormap_entries = sizeof grays;
  png_alloc_size_t count = room;
  int done = png_image_write_to_memory(&image, output, &count, 0, pixels, (png_int_32)side,
                                       gray ? grays : colors);
  png_image_free(&image);
  return done && count <= room ? count : 0;
}
