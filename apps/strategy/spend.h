/* A function of a DSP that takes a given time. */
#ifndef STRATEGY_SPEND_H
#define STRATEGY_SPEND_H

#include <stdint.h>

/* How it spends its time: it sleeps; it sleeps for a time drawn at random from several; it reads its block
 * repeatedly. */
enum how { SLEEPS, SLEEPS_AT_RANDOM, READS };

/* The header of a smallest block. */
struct order {
    uint32_t ticks, input_bytes, output_bytes, how;
};

/* DSP: serves requests until the GPP disconnects; internal blocks are in `internal`, unless the GPP provides the
 * memory. */
int spend_serve(uint32_t *internal, uint32_t internal_bytes);

#endif
