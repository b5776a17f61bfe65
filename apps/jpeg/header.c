/* Reading the header: one function for each kind of marker segment (T.81, annex B). A segment has `left` bytes that are
 * not yet read. After the end of the file the input returns zeros; header_read checks for that after each segment. */
#include "header.h"

#include "frame.h"

#include <stddef.h>
#include <string.h>

enum marker {
    SOF0 = 0xC0, /* start of frame: baseline */
    SOF1 = 0xC1, /* extended sequential: with 8 bits a sample the same, with up to four tables */
    DHT = 0xC4,
    RST0 = 0xD0,
    RST7 = 0xD7,
    SOI = 0xD8,
    EOI = 0xD9,
    SOS = 0xDA,
    DQT = 0xDB,
    DRI = 0xDD,
    APP0 = 0xE0,
    APP14 = 0xEE,
    TEM = 0x01,
};

const uint8_t zigzag[BLOCK_SIZE] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

static void skip(struct input *input, unsigned bytes)
{
    while (bytes-- > 0 && !input->ended) {
        (void)input_byte(input);
    }
}

static const char *quantization_tables(struct header *header, struct input *input, unsigned left)
{
    while (left > 0) {
        const unsigned which = input_byte(input);
        const unsigned entry_bytes = (which >> 4) + 1;
        const unsigned table = which & 15;
        if (entry_bytes > 2 || table >= TABLES || left < 1 + BLOCK_SIZE * entry_bytes) {
            return "a quantization table is damaged";
        }
        left -= 1 + BLOCK_SIZE * entry_bytes;
        for (int i = 0; i < BLOCK_SIZE; i++) {
            const unsigned factor = entry_bytes == 1 ? input_byte(input) : input_number(input);
            header->quantization[table].factor[zigzag[i]] = (uint16_t)factor;
        }
        header->quantization_defined |= (uint8_t)(1U << table);
    }
    return NULL;
}

/* Reads one table. Returns its length in bytes, or 0 if it is damaged. */
static unsigned huffman_table(struct huffman *huffman, struct input *input, unsigned left)
{
    uint8_t counts[HUFFMAN_LENGTHS];
    unsigned symbols = 0;
    for (int i = 0; i < HUFFMAN_LENGTHS; i++) {
        counts[i] = input_byte(input);
        symbols += counts[i];
    }
    if (symbols > HUFFMAN_SYMBOLS || left < HUFFMAN_LENGTHS + symbols) {
        return 0;
    }
    for (unsigned i = 0; i < symbols; i++) {
        huffman->symbol[i] = input_byte(input);
    }
    return huffman_build(huffman, counts) ? HUFFMAN_LENGTHS + symbols : 0;
}

static const char *huffman_tables(struct header *header, struct input *input, unsigned left)
{
    while (left > 0) {
        const unsigned which = input_byte(input);
        struct huffman *const tables = which >> 4 == 0 ? header->dc : header->ac;
        const unsigned table = which & 15;
        const bool known = which >> 4 <= 1 && table < TABLES && left > HUFFMAN_LENGTHS;
        const unsigned bytes = known ? huffman_table(&tables[table], input, left - 1) : 0;
        if (bytes == 0) {
            return "a Huffman table is damaged";
        }
        left -= 1 + bytes;
    }
    return NULL;
}

/* Application segments tell what the components are; of the others' contents nothing is needed. */
static void application(struct header *header, struct input *input, unsigned marker, unsigned left)
{
    char text[12] = {0};
    const unsigned bytes = left < sizeof text ? left : sizeof text;
    for (unsigned i = 0; i < bytes; i++) {
        text[i] = (char)input_byte(input);
    }
    if (marker == APP0 && memcmp(text, "JFIF", 5) == 0) {
        header->jfif = true;
    }
    if (marker == APP14 && bytes == sizeof text && memcmp(text, "Adobe", 5) == 0) {
        header->adobe = true;
        header->adobe_transform = (uint8_t)text[11];
    }
    skip(input, left - bytes);
}

/* Frames that are not decoded here (T.81, table B.1). */
static const char *refuse_frame(unsigned marker)
{
    switch (marker) {
    case 0xC2:
        return "this is a progressive JPEG: only baseline ones are decoded; convert it with jpegtran";
    case 0xC3:
        return "this is a lossless JPEG: only baseline ones are decoded";
    case 0xC9:
    case 0xCA:
    case 0xCB:
    case 0xCC: /* DAC, the arithmetic coder's own segment */
    case 0xCD:
    case 0xCE:
    case 0xCF:
        return "this JPEG is coded arithmetically: only baseline ones are decoded; convert it with jpegtran";
    default:
        return "this is a hierarchical JPEG: only baseline ones are decoded";
    }
}

static const char *segment(struct header *header, struct input *input, unsigned marker, unsigned left)
{
    switch (marker) {
    case SOF0:
    case SOF1:
        return frame_read(header, input, left);
    case DHT:
        return huffman_tables(header, input, left);
    case DQT:
        return quantization_tables(header, input, left);
    case DRI:
        header->restart_interval = input_number(input);
        return left == 2 ? NULL : "the restart interval is damaged";
    case SOS:
        return scan_header_read(header, input, left);
    case APP0:
    case APP14:
        application(header, input, marker, left);
        return NULL;
    default:
        skip(input, left);
        return marker > SOF1 && marker < RST0 ? refuse_frame(marker) : NULL;
    }
}

/* Returns whether a marker has no segment. */
static bool is_bare(unsigned marker)
{
    return marker == TEM || (marker >= RST0 && marker <= RST7);
}

const char *header_read(struct header *header, struct input *input)
{
    memset(header, 0, sizeof *header);
    if (input_number(input) != (0xFF00 | SOI)) {
        return "this is not a JPEG file: it does not begin with FF D8";
    }
    for (;;) {
        const unsigned marker = input_marker(input);
        if (is_bare(marker)) {
            continue;
        }
        if (marker == 0) {
            return "the file is truncated: it ends before the picture begins";
        }
        if (marker == EOI || marker == SOI) {
            return "there is no picture in the file";
        }
        const unsigned length = input_number(input);
        if (length < 2 && !input->ended) {
            return "a marker segment has an impossible length";
        }
        const char *const fault = input->ended ? NULL : segment(header, input, marker, length - 2);
        if (input->ended) {
            return "the file is truncated: it ends before the picture begins";
        }
        if (fault != NULL || marker == SOS) {
            return fault;
        }
    }
}
