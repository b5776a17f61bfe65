/* The format of a picture, which all stages of the decoder know, and the blocks that they exchange.
 *
 * The words are those of ITU-T Recommendation T.81 (JPEG): a picture has components (luma and chroma, or grey), each
 * cut into blocks of 8 x 8 samples; a minimum coded unit (MCU) holds the blocks of one area of the picture, component
 * by component, and the file holds the MCUs row by row.
 */
#ifndef JPEG_PICTURE_H
#define JPEG_PICTURE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#define BLOCK_EDGE 8
#define BLOCK_SIZE 64 /* coefficients or samples of a block, row by row */
#define COMPONENTS_MAX 3
#define SAMPLING_MAX 4      /* blocks of a component side by side in an MCU, or one above the other */
#define MCU_BLOCKS_MAX 10   /* T.81, B.2.3 */
#define CHROMA_BLOCKS_MAX 3 /* of one chroma component in an MCU, as luma has at least as many */

#define MESSAGE_ALIGNMENT 4 /* bytes, of what is sent */

struct component {
    uint8_t identifier;
    uint8_t across; /* horizontal sampling factor: blocks side by side in an MCU */
    uint8_t down;   /* vertical sampling factor */
    uint8_t quantization_table;
    uint8_t dc_table; /* Huffman tables of the scan */
    uint8_t ac_table;
};

struct picture {
    alignas(MESSAGE_ALIGNMENT) uint16_t width; /* pixels */
    uint16_t height;
    uint16_t mcus_across;
    uint16_t mcus_down;
    uint8_t components; /* 1: grey, 3: colour; 0: there is no picture, the file was refused */
    bool luma_chroma;   /* YCbCr, to be converted; otherwise RGB */
    uint8_t mcu_blocks;
    uint8_t component_of[MCU_BLOCKS_MAX]; /* the component of each block of an MCU */
    struct component component[COMPONENTS_MAX];
};

/* The factors of the quantized coefficients of a component, row by row. */
struct quantization {
    alignas(MESSAGE_ALIGNMENT) uint16_t factor[BLOCK_SIZE];
};

/* A block between Huffman decoding and IDCT: 128 bytes; quantized, row by row (not in zigzag order). */
struct coefficients {
    union {
        int16_t value[BLOCK_SIZE];
        uint32_t pair[BLOCK_SIZE / 2];
    };
};

/* A block between IDCT and colour conversion: 256 bytes, each sample 0..255 in a word of its own. */
struct samples {
    int32_t value[BLOCK_SIZE];
};

/* A value with which no block begins. It is sent instead of the next block if the file turns out to be damaged: no
 * further block follows. */
#define COEFFICIENTS_END INT16_MIN
#define SAMPLES_END (-1)

static inline uint32_t picture_blocks(const struct picture *picture)
{
    return (uint32_t)picture->mcus_across * picture->mcus_down * picture->mcu_blocks;
}

static inline int mcu_width(const struct picture *picture)
{
    return BLOCK_EDGE * picture->component[0].across;
}

static inline int mcu_height(const struct picture *picture)
{
    return BLOCK_EDGE * picture->component[0].down;
}

#endif
