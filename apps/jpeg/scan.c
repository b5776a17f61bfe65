/* Decodes the scan: coefficients of a block (T.81, F.2.2), restart markers (E.2.4), the end of the picture. */
#include "scan.h"

#include <stddef.h>
#include <string.h>

enum marker { RST0 = 0xD0, EOI = 0xD9 };

#define DC_BITS_MAX 11 /* of a DC difference of 8-bit samples */
#define ZERO_RUN 0xF0  /* the symbol for 16 zeros */

static const char TRUNCATED[] = "the file is truncated: the picture's data end too early";

void scan_begin(struct scan *scan, const struct header *header, struct input *input)
{
    *scan = (struct scan){.header = header, .blocks_left = picture_blocks(&header->picture)};
    scan->mcus_to_restart = header->restart_interval;
    bits_begin(&scan->bits, input);
}

/* Takes the next `count` bits as a signed number (T.81, F.12). */
static int signed_number(struct bits *bits, int count)
{
    const int value = (int)bits_take(bits, count);
    return value >= 1 << (count - 1) ? value : value - (1 << count) + 1;
}

static const char *decode_dc(struct scan *scan, const struct component *component, int *prediction)
{
    const int count = huffman_symbol(&scan->header->dc[component->dc_table], &scan->bits);
    if (count < 0 || count > DC_BITS_MAX) {
        return "the picture's data are damaged: no Huffman code";
    }
    *prediction += count > 0 ? signed_number(&scan->bits, count) : 0;
    if (*prediction <= INT16_MIN || *prediction > INT16_MAX) {
        return "the picture's data are damaged: a DC coefficient is out of range";
    }
    return NULL;
}

static const char *decode_ac(struct bits *bits, const struct huffman *huffman, struct coefficients *coefficients)
{
    for (int at = 1; at < BLOCK_SIZE; at++) {
        const int symbol = huffman_symbol(huffman, bits);
        const int count = symbol & 15;
        if (symbol < 0) {
            return "the picture's data are damaged: no Huffman code";
        }
        if (count == 0 && symbol != ZERO_RUN) {
            return NULL; /* end of block */
        }
        at += symbol >> 4;
        if (at >= BLOCK_SIZE) {
            return "the picture's data are damaged: a block has more than 64 coefficients";
        }
        if (count > 0) {
            coefficients->value[zigzag[at]] = (int16_t)signed_number(bits, count);
        }
    }
    return NULL;
}

/* Called between two MCUs where a restart marker is due: decoding restarts after it. */
static const char *restart(struct scan *scan)
{
    const uint8_t marker = bits_end(&scan->bits);
    if (marker != RST0 + (scan->restarts & 7)) {
        return marker == 0 ? TRUNCATED : "the picture's data are damaged: a restart marker is missing";
    }
    scan->restarts++;
    scan->mcus_to_restart = scan->header->restart_interval;
    memset(scan->prediction, 0, sizeof scan->prediction);
    bits_begin(&scan->bits, scan->bits.input);
    return NULL;
}

/* Advances to the next block, past a restart marker if there is one. */
static const char *advance(struct scan *scan)
{
    const struct picture *const picture = &scan->header->picture;
    scan->blocks_left--;
    if (scan->blocks_left == 0) {
        return bits_end(&scan->bits) == EOI ? NULL : TRUNCATED;
    }
    scan->block++;
    if (scan->block < picture->mcu_blocks) {
        return NULL;
    }
    scan->block = 0;
    scan->mcus_to_restart--; /* without restarts it starts at 0 and does not come there again */
    return scan->mcus_to_restart == 0 ? restart(scan) : NULL;
}

/* Clears a block, four words at a time: the memset of a C library for small chips clears byte by byte, which takes as
 * long as decoding the rest of a block. */
static void clear(struct coefficients *coefficients)
{
    uint32_t *const pair = coefficients->pair;
    for (int i = 0; i < BLOCK_SIZE / 2; i += 4) {
        pair[i] = 0;
        pair[i + 1] = 0;
        pair[i + 2] = 0;
        pair[i + 3] = 0;
    }
}

const char *scan_block(struct scan *scan, struct coefficients *coefficients)
{
    const struct picture *const picture = &scan->header->picture;
    const unsigned which = picture->component_of[scan->block];
    const struct component *const component = &picture->component[which];
    clear(coefficients);
    const char *fault = decode_dc(scan, component, &scan->prediction[which]);
    coefficients->value[0] = (int16_t)scan->prediction[which];
    if (fault == NULL) {
        fault = decode_ac(&scan->bits, &scan->header->ac[component->ac_table], coefficients);
    }
    if (bits_exhausted(&scan->bits)) {
        return TRUNCATED;
    }
    return fault != NULL ? fault : advance(scan);
}
