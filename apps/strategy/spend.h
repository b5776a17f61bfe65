/* A function of a DSP that takes the time that it is told to take. */
#ifndef STRATEGY_SPEND_H
#define STRATEGY_SPEND_H

#include <stdint.h>

/* For its time it sleeps, does so with a time that was drawn from several, or reads its block over and over. */
enum how { SLEEPS, SLEEPS_AT_RANDOM, READS };

/* What a smallest block begins with. */
struct order {
    uint32_t ticks, input_bytes, output_bytes, how;
};

/* A DSP: serves requests until the GPP disconnects; internal blocks lie in `internal`, if the GPP has none. */
int spend_serve(uint32_t *internal, uint32_t internal_bytes);

#endif
