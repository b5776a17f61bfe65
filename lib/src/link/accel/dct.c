/* The driver of the DCT accelerator (docs/contract/hibi.md): a message is a block of 8 x 8 samples of 16 bits, row by
 * row; the answer is its coefficients in the same form.
 */
#include <weft/hibi_dma.h>

#include "link/accel/accelerator.h"

#ifdef WEFT_HIBI_DCT_BLOCK

/* A word written to the accelerator's first HIBI address says where it sends the coefficients. */
static void give(uint32_t address, const uint32_t *samples, uint32_t to)
{
    static uint32_t target;
    while (!weft_hibi_is_sent()) {
    }
    target = to;
    weft_hibi_begin(&target, 1, address);
    weft_hibi_send(samples, WEFT_HIBI_DCT_BLOCK / 4, address + WEFT_HIBI_DCT_SAMPLES);
    while (!weft_hibi_is_sent()) {
    }
}

const struct weft_accelerator weft_accelerator_dct = {WEFT_HIBI_DCT_BLOCK, WEFT_HIBI_DCT_BLOCK, give};

#endif
