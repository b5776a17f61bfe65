/* Bitmap files: BITMAPFILEHEADER, BITMAPINFOHEADER (Microsoft, Windows GDI, "Bitmap storage"), palette, and the rows
 * from bottom to top, each padded to whole words. Two unused bytes before the pixels align them in the memory. */
#include "bmp.h"

#include "../must.h"
#include "colour.h"

#include <string.h>

#define LENGTH_BYTES 4  /* the word before the file */
#define HEADER_BYTES 56 /* 14 + 40 + 2 unused */
#define PALETTE_AT 54
#define INFO_BYTES 40
#define PALETTE_COLOURS 256
#define PALETTE_BYTES (4 * PALETTE_COLOURS)
#define PIECE_BYTES 128 /* of header and palette, written at a time */

static bool is_grey(const struct picture *picture)
{
    return picture->components == 1;
}

static unsigned pixel_bytes(const struct picture *picture)
{
    return is_grey(picture) ? 1 : BYTES_A_PIXEL;
}

static uint32_t row_bytes(const struct picture *picture)
{
    return (picture->width * pixel_bytes(picture) + 3) & ~3U;
}

static uint32_t pixels_at(const struct picture *picture)
{
    return HEADER_BYTES + (is_grey(picture) ? PALETTE_BYTES : 0);
}

static uint32_t file_bytes(const struct picture *picture)
{
    return pixels_at(picture) + row_bytes(picture) * picture->height;
}

/* Reads the last word of the file from the memory, to see whether it exists. */
bool bmp_fits(const struct picture *picture, unsigned address)
{
    uint32_t word;
    const uint32_t rows_max = (UINT32_MAX - address - LENGTH_BYTES - pixels_at(picture)) / row_bytes(picture);
    return picture->height <= rows_max && MP_mread(&word, sizeof word, address + file_bytes(picture)) == MP_SUCCESS;
}

static void put(uint8_t *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        to[i] = (uint8_t)(value >> 8 * i);
    }
}

/* Writes whole words, in as many calls as needed. */
static void write_pieces(const uint8_t *from, unsigned bytes, unsigned address)
{
    for (unsigned at = 0; at < bytes; at += PIECE_BYTES) {
        const unsigned piece = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
        must(MP_mwrite(from + at, piece, address + at), "MP_mwrite");
    }
    MP_sent();
}

void bmp_begin(const struct picture *picture, unsigned address)
{
    alignas(MESSAGE_ALIGNMENT) uint8_t header[HEADER_BYTES + PALETTE_BYTES] = {'B', 'M'};
    put(header + 2, file_bytes(picture), 4);
    put(header + 10, pixels_at(picture), 4);
    put(header + 14, INFO_BYTES, 4);
    put(header + 18, picture->width, 4);
    put(header + 22, picture->height, 4);
    put(header + 26, 1, 2); /* plane */
    put(header + 28, 8 * pixel_bytes(picture), 2);
    if (is_grey(picture)) {
        put(header + 46, PALETTE_COLOURS, 4);
        for (unsigned i = 0; i < PALETTE_COLOURS; i++) {
            put(header + PALETTE_AT + 4 * i, i * 0x010101, 4);
        }
    }
    write_pieces(header, pixels_at(picture), address + LENGTH_BYTES);
}

void bmp_write(const struct picture *picture, unsigned address, int x, int y, uint8_t *pixels, int width)
{
    const uint32_t from_bottom = (uint32_t)(picture->height - 1 - y);
    const uint32_t at = pixels_at(picture) + from_bottom * row_bytes(picture) + (uint32_t)x * pixel_bytes(picture);
    const unsigned bytes = (unsigned)width * pixel_bytes(picture);
    const unsigned whole_words = (bytes + 3) & ~3U;
    memset(pixels + bytes, 0, whole_words - bytes);
    must(MP_mwrite(pixels, whole_words, address + LENGTH_BYTES + at), "MP_mwrite");
}

void bmp_end(const struct picture *picture, unsigned address)
{
    const uint32_t length = file_bytes(picture);
    must(MP_mwrite(&length, sizeof length, address), "MP_mwrite");
    MP_sent();
}
