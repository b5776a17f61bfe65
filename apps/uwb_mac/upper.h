/* The main processor: it takes the MAC's events, activates the other processors, and is the upper layer. */
#ifndef UWB_UPPER_H
#define UWB_UPPER_H

#include <stdint.h>

/* Runs superframes 0 to `superframes`; the first has no data. Returns how many faults were found. */
uint32_t run_superframes(uint32_t superframes, uint32_t neighbours);

#endif
