/* The order of requests, and the rate.
 *
 * Request n is stage n % 4 of row n / 4 - n % 4, counted through all pictures: while one row is in its last stage, the
 * next three are in the earlier ones. The result of request n is the input of request n + 5, so that a result may take
 * more than the time of four requests. The data that a stage needs from others are complete by then: the last request
 * for a row to which a vector can point, 16 pixels below, comes ten requests before.
 *
 * Rate control: the quantizer grows with the bits produced beyond the rate (ITU-T, "Description of reference model 8",
 * 1989).
 */
#include "h263.h"
#include <string.h>

#define PICTURE_BITS (H263_RATE / H263_PICTURES_HZ)
#define ROW_BITS (PICTURE_BITS / H263_ROWS)
#define BITS_A_STEP 300 /* of fullness, by which the quantizer grows by one */
#define QUANTIZER_FIRST 10
#define QUANTIZER_LEAST 2
#define QUANTIZER_MOST 31
#define FETCHED 16u      /* bytes of a row at a time */
#define INTRA_EVERY 132u /* maximum pictures between intra codings of a macroblock: H.263, 4.4 */

void h263_begin(struct h263 *session)
{
    *session = (struct h263){.fullness = (QUANTIZER_FIRST - QUANTIZER_LEAST) * BITS_A_STEP};
}

static uint8_t quantizer_of(int32_t fullness)
{
    const int32_t quantizer = QUANTIZER_LEAST + fullness / BITS_A_STEP;
    return (uint8_t)(quantizer < QUANTIZER_MOST ? quantizer : QUANTIZER_MOST);
}

static void add_bits(struct h263 *session, uint32_t bytes)
{
    session->fullness += (int32_t)(8 * bytes) - ROW_BITS;
    if (session->fullness < 0) {
        session->fullness = 0;
    }
}

/* All stages work in place; but the bit stream is written to a separate buffer, since it would overwrite its input. */
static uint32_t entropy(struct h263 *session, uint32_t row, struct h263_row *values)
{
    const uint32_t bytes = h263_entropy(&session->rows[row], row, values, session->stream);
    add_bits(session, bytes);
    memcpy(values, session->stream, bytes);
    return bytes;
}

static uint32_t serve(struct h263 *session, uint32_t stage, uint32_t picture, uint32_t row, struct h263_row *values)
{
    struct h263_decision *decision = &session->rows[row];
    switch (stage) {
    case 0:
        decision->picture = picture;
        decision->intra = picture % INTRA_EVERY == 0;
        decision->quantizer = quantizer_of(session->fullness);
        h263_motion(session, row, values);
        break;
    case 1:
        h263_transform(values);
        break;
    case 2:
        h263_quantize(session, row, values);
        break;
    default:
        return entropy(session, row, values);
    }
    return sizeof *values;
}

/* Copies by words, several at a time: each bus access counts, and the C library's memcpy, compiled for size, copies
 * byte by byte. */
static void fetch(void *row, const void *input)
{
    uint8_t *const to = __builtin_assume_aligned(row, 4);
    const uint8_t *const from = __builtin_assume_aligned(input, 4);
    for (uint32_t i = 0; i < sizeof(struct h263_row); i += FETCHED) {
        memcpy(to + i, from + i, FETCHED);
    }
}

uint32_t h263_step(struct h263 *session, const void *input, uint32_t bytes, void *output)
{
    const uint32_t request = session->step++;
    const uint32_t stage = request % H263_STAGES;
    if (bytes != sizeof(struct h263_row)) {
        return 0;
    }
    if (output != input) {
        fetch(output, input);
    }
    if (!h263_is_of_a_row(request)) {
        return bytes;
    }
    const uint32_t rows = request / H263_STAGES - stage;
    return serve(session, stage, rows / H263_ROWS, rows % H263_ROWS, output);
}
