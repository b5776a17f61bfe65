/* An ideal pipeline: equal tasks, each with the same work (the workload "Custom" of S. S. Kumar et al., "Low Overhead
 * Message Passing for High Performance Many-Core Processors", section V.B).
 *
 * A block is BLOCK samples. The work is WORK steps of a linear congruential generator on each sample, distributed
 * evenly.
 */
#include "chain.h"

_Static_assert(BLOCK >= 1 && 4 * BLOCK <= MP_SEND_MAX,
               "`block` must be 1 to 64 samples on nagam: what one message holds");
_Static_assert(SAMPLES >= 1 && SAMPLES % BLOCK == 0, "`samples` must be a multiple of `block`");

/* Two blocks in turn: a block must not change until the next one has been sent. */
static int32_t blocks[2][BLOCK];

CHAIN_WORK static void work(int32_t *samples, unsigned steps)
{
    for (int i = 0; i < BLOCK; i++) {
        uint32_t value = (uint32_t)samples[i];
        for (unsigned step = 0; step < steps; step++) {
            value = 1664525 * value + 1013904223;
        }
        samples[i] = (int32_t)value;
    }
}

static void pass(int32_t *samples, unsigned from)
{
    if (chain_is_first()) {
        chain_read(samples, from, BLOCK);
    } else {
        chain_receive(samples, sizeof blocks[0]);
    }
    work(samples, chain_share(WORK));
    if (chain_is_last()) {
        chain_write(samples, from, BLOCK);
    } else {
        chain_send(samples, sizeof blocks[0]);
    }
}

int main(void)
{
    if (!chain_begin(SAMPLES)) {
        return 1;
    }
    for (unsigned from = 0; from < SAMPLES; from += BLOCK) {
        pass(blocks[from / BLOCK % 2], from);
    }
    chain_end(SAMPLES);
    return 0;
}
