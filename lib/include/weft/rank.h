/* The type of tables of rank, node and place numbers: a byte on a chip of up to 64 cores, whose other places (a PC,
 * devices) have numbers below 256; otherwise two bytes. */
#ifndef WEFT_RANK_H
#define WEFT_RANK_H

#include <stdint.h>
#include <weft/platform.h>

#if WEFT_CORES > 64 || (defined WEFT_PLACE_PC && WEFT_PLACE_PC > 64)
#define WEFT_MANY_RANKS 1
typedef uint16_t weft_rank;
#else
#define WEFT_MANY_RANKS 0
typedef uint8_t weft_rank;
#endif

#endif
