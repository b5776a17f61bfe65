/* Grey-scale pictures in binary PGM files ("P5", https://netpbm.sourceforge.net/doc/pgm.html), one byte a pixel. */
#ifndef APPS_PGM_H
#define APPS_PGM_H

#include <ctype.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct picture {
    int width;
    int height;
    uint8_t *pixels; /* rows from the top */
};

#define PGM_HEADER_BYTES 1024 /* the header with its comments must end within this number of bytes */
#define PGM_LARGEST 65535     /* rows or columns */

/* Reads `bytes` bytes. Returns how many there were. Large reads are a single request to the system. */
static inline int pgm_read_fully(int file, uint8_t *to, int bytes)
{
    int done = 0;
    int count = 1;
    while (done < bytes && count > 0) {
        count = (int)read(file, to + done, (size_t)(bytes - done));
        done += count > 0 ? count : 0;
    }
    return done;
}

/* Returns the next number of a header, after blanks and comments; -1 if there is none. */
static inline int pgm_number(const uint8_t *header, int length, int *at)
{
    while (*at < length && (isspace(header[*at]) || header[*at] == '#')) {
        if (header[*at] == '#') {
            while (*at < length && header[*at] != '\n') {
                ++*at;
            }
        } else {
            ++*at;
        }
    }
    int value = -1;
    for (; *at < length && isdigit(header[*at]); ++*at) {
        value = (value < 0 ? 0 : value) * 10 + (header[*at] - '0');
        if (value > PGM_LARGEST) {
            return -1;
        }
    }
    return value;
}

/* Reads the header into `picture`. Returns its length, or -1 after an error message. */
static inline int pgm_header(const char *name, const uint8_t *header, int length, struct picture *picture)
{
    int at = 2;
    if (length < 2 || memcmp(header, "P5", 2) != 0) {
        fprintf(stderr, "%s: not a binary PGM file (it does not begin with P5)\n", name);
        return -1;
    }
    picture->width = pgm_number(header, length, &at);
    picture->height = pgm_number(header, length, &at);
    const int maximum = pgm_number(header, length, &at);
    if (picture->width < 1 || picture->height < 1) {
        fprintf(stderr, "%s: the width or height in the PGM header is missing, zero or above %d\n", name, PGM_LARGEST);
        return -1;
    }
    if (maximum < 1 || maximum > 255) {
        fprintf(stderr, "%s: the largest grey value in the PGM header is not 1 to 255\n", name);
        return -1;
    }
    if (at >= length || !isspace(header[at])) {
        fprintf(stderr, "%s: the PGM header has no end within %d bytes\n", name, PGM_HEADER_BYTES);
        return -1;
    }
    return at + 1;
}

/* Reads the rest of an open file, after the part that is in `begun`, into a buffer of `room` rows (at least the
 * height).
 */
static inline int pgm_pixels(const char *name, int file, const uint8_t *begun, int length, int room,
                             struct picture *picture)
{
    const int bytes = picture->width * picture->height;
    const int first = length < bytes ? length : bytes;
    const size_t added = (size_t)(room - picture->height) * (size_t)picture->width;
    picture->pixels = malloc((size_t)bytes + added);
    if (picture->pixels == NULL) {
        fprintf(stderr, "%s: a picture of %d x %d does not fit into the memory\n", name, picture->width,
                picture->height);
        return -1;
    }
    memset(picture->pixels + bytes, 0, added);
    memcpy(picture->pixels, begun, (size_t)first);
    const int got = first + pgm_read_fully(file, picture->pixels + first, bytes - first);
    if (got < bytes) {
        fprintf(stderr, "%s: truncated: %d x %d pixels announced, %d bytes of them there\n", name, picture->width,
                picture->height, got);
        return -1;
    }
    return 0;
}

/* Reads a picture into a buffer for a multiple of `multiple` rows; rows beyond the height are black. Returns 0, or -1
 * after an error message on standard error. */
static inline int pgm_read(const char *name, int multiple, struct picture *picture)
{
    uint8_t header[PGM_HEADER_BYTES];
    const int file = open(name, O_RDONLY);
    if (file < 0) {
        fprintf(stderr, "%s: cannot be opened\n", name);
        return -1;
    }
    const int length = pgm_read_fully(file, header, PGM_HEADER_BYTES);
    const int begin = pgm_header(name, header, length, picture);
    int result = -1;
    if (begin > 0) {
        const int room = (picture->height + multiple - 1) / multiple * multiple;
        result = pgm_pixels(name, file, header + begin, length - begin, room, picture);
    }
    close(file);
    return result;
}

/* Writes a picture. Returns 0, or -1 after an error message. */
static inline int pgm_write(const char *name, const struct picture *picture)
{
    char header[64];
    const int bytes = picture->width * picture->height;
    const int length = snprintf(header, sizeof header, "P5\n%d %d\n255\n", picture->width, picture->height);
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const int good = file >= 0 && write(file, header, (size_t)length) == length &&
                     write(file, picture->pixels, (size_t)bytes) == bytes;
    if (!good) {
        fprintf(stderr, "%s: cannot be written\n", name);
    }
    if (file >= 0) {
        close(file);
    }
    return good ? 0 : -1;
}

#endif
