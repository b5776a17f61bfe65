/* Video in the baseline of ITU-T H.263 (03/96), sub-QCIF: 128 x 96 pixels, intra and inter pictures.
 *
 * A row of macroblocks is encoded in four stages, each a request to the DSP: motion, transform, quantization, entropy
 * coding. Stages pass rows of 16-bit values to each other, so that all requests have the same size. The order of
 * requests is such that the result of one is needed only five requests later: see step.c.
 */
#ifndef GATEWAY_H263_H
#define GATEWAY_H263_H

#include <stdbool.h>
#include <stdint.h>

#define H263_WIDTH 128
#define H263_HEIGHT 96
#define H263_EDGE 8         /* pixels of a block */
#define H263_BLOCK 64       /* values of a block */
#define H263_BLOCKS 6       /* of a macroblock: four of luminance, row by row, then Cb and Cr */
#define H263_MACROBLOCKS 8  /* of a row */
#define H263_ROWS 6         /* of a picture */
#define H263_STAGES 4       /* requests for a row */
#define H263_RATE 64000     /* bits a second that are aimed at */
#define H263_PICTURES_HZ 10 /* pictures a second */

/* A row of macroblocks between stages: pixels (0 to 255), differences, coefficients or quantized levels. */
struct h263_row {
    int16_t blocks[H263_MACROBLOCKS][H263_BLOCKS][H263_BLOCK];
};

/* A displacement in half pixels of luminance. */
struct h263_vector {
    int8_t x, y;
};

/* How a macroblock is predicted: not at all (intra), or from the last picture. */
struct h263_prediction {
    bool intra;
    struct h263_vector vector;
};

/* Data about a row that its stages share. */
struct h263_decision {
    struct h263_prediction macroblocks[H263_MACROBLOCKS];
    uint32_t picture;  /* number */
    uint8_t quantizer; /* 1 to 31 */
    bool intra;        /* the picture's kind */
};

struct h263_picture {
    uint8_t luma[H263_HEIGHT][H263_WIDTH];
    uint8_t chroma[2][H263_HEIGHT / 2][H263_WIDTH / 2];
};

/* A session, in the DSP's memory. */
struct h263 {
    struct h263_picture pictures[2]; /* as the decoder has them, by the picture's number modulo 2 */
    struct h263_decision rows[H263_ROWS];
    uint32_t step;                           /* requests so far */
    int32_t fullness;                        /* bits produced beyond the rate */
    uint8_t stream[sizeof(struct h263_row)]; /* where a row's bits are made */
};

/* Begins a session. */
void h263_begin(struct h263 *session);

/* Returns whether a request (by its number, from 0) belongs to a row: in the beginning, later stages have no row
 * yet. */
static inline bool h263_is_of_a_row(uint32_t request)
{
    return request / H263_STAGES >= request % H263_STAGES;
}

/* Serves the next request of a session. `input` is a row of `bytes` bytes (nothing else is accepted), `output` where
 * the result is written, which may be the same place. Returns the bytes of the result: a row, or for the last stage the
 * row's part of the bit stream, up to a row's bytes; 0 for an invalid input. A request that belongs to no row returns
 * its input. */
uint32_t h263_step(struct h263 *session, const void *input, uint32_t bytes, void *output);

/* The stages. `intra` and `quantizer` of the decision are set before the first one. */
void h263_motion(struct h263 *session, uint32_t row, struct h263_row *values);
void h263_transform(struct h263_row *values);
void h263_quantize(struct h263 *session, uint32_t row, struct h263_row *values);
uint32_t h263_entropy(const struct h263_decision *decision, uint32_t row, const struct h263_row *levels,
                      uint8_t *stream);

/* The prediction of a block of luminance (number 0 to 3) or chrominance (4, 5) at a macroblock of a picture. */
void h263_predict(const struct h263_picture *reference, uint32_t row, uint32_t macroblock, uint32_t block,
                  struct h263_vector vector, int16_t values[H263_BLOCK]);

/* Forward and inverse transform of a block; the coefficient of the mean is 8 times the mean. */
void h263_forward(int16_t values[H263_BLOCK]);
void h263_inverse(int16_t values[H263_BLOCK]);

#endif
