/* Moving-average filter, y[i] = (x[i] + x[i - 1] + ... + x[i - TAPS + 1]) / TAPS, as a chain of tasks (S. S. Kumar et
 * al., "Low Overhead Message Passing for High Performance Many-Core Processors", equation 1). x is 0 before the first
 * sample.
 *
 * Each task has an equal share of the taps. A block that is passed from task to task contains BLOCK samples, delayed by
 * the number of taps of all earlier tasks, and for each sample the sum over those taps. A task adds its own taps to the
 * sums and delays the samples by their number; the last task divides. The total number of additions does not depend on
 * the number of tasks.
 */
#include "../pipeline/chain.h"

#include <string.h>

struct block {
    int32_t sample[BLOCK];
    int32_t sum[BLOCK];
};

_Static_assert(BLOCK >= 1 && sizeof(struct block) <= MP_SEND_MAX,
               "`block` must be 1 to 32 samples on nagam: a message holds them and as many sums");
_Static_assert(TAPS >= TASKS_STAGE, "`tasks` must not be more than `taps`: each task has at least one");
_Static_assert(SAMPLES >= 1 && SAMPLES % BLOCK == 0, "`samples` must be a multiple of `block`");

#define FRACTION_BITS 16
#define RECIPROCAL                                                                                                     \
    (((1 << FRACTION_BITS) + TAPS / 2) / TAPS) /* 1 / TAPS; samples are below 2^14, so a product fits                  \
                                                */

/* Two blocks in turn: a block must not change until the next one has been sent. */
static struct block blocks[2];

/* The samples before the block, as many as this task has taps, followed by those of the block. */
static int32_t window[TAPS + BLOCK];

CHAIN_WORK static void filter(struct block *block, unsigned taps)
{
    memcpy(window + taps, block->sample, sizeof block->sample);
    for (int i = 0; i < BLOCK; i++) {
        const int32_t *const newest = window + taps + i;
        int32_t sum = block->sum[i];
        for (unsigned tap = 0; tap < taps; tap++) {
            sum += newest[-(int)tap];
        }
        block->sum[i] = sum;
        block->sample[i] = window[i];
    }
    memmove(window, window + BLOCK, taps * sizeof window[0]);
}

static void divide(int32_t *sums)
{
    for (int i = 0; i < BLOCK; i++) {
        sums[i] = (sums[i] * RECIPROCAL) >> FRACTION_BITS;
    }
}

static void pass(struct block *block, unsigned from)
{
    if (chain_is_first()) {
        chain_read(block->sample, from, BLOCK);
        memset(block->sum, 0, sizeof block->sum);
    } else {
        chain_receive(block, sizeof *block);
    }
    filter(block, chain_share(TAPS));
    if (chain_is_last()) {
        divide(block->sum);
        chain_write(block->sum, from, BLOCK);
    } else {
        chain_send(block, sizeof *block);
    }
}

int main(void)
{
    if (!chain_begin(SAMPLES)) {
        return 1;
    }
    for (unsigned from = 0; from < SAMPLES; from += BLOCK) {
        pass(&blocks[from / BLOCK % 2], from);
    }
    chain_end(SAMPLES);
    return 0;
}
