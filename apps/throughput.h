/* What a stream of packets took, for the programs in this folder that send one. */
#ifndef THROUGHPUT_H
#define THROUGHPUT_H

#include <stdint.h>
#include <stdio.h>
#include <weft/platform.h>

/* Prints `KIND packet BYTES CYCLES` and `KIND throughput BYTES MB/S` of packets that took so many cycles each. */
static inline void tell_packet(const char *kind, uint32_t bytes, uint32_t cycles)
{
    const uint32_t tenths = (uint32_t)((uint64_t)bytes * (WEFT_CLOCK_HZ / 100000u) / cycles);
    printf("%s packet %lu %lu\n", kind, (unsigned long)bytes, (unsigned long)cycles);
    printf("%s throughput %lu %lu.%lu\n", kind, (unsigned long)bytes, (unsigned long)(tenths / 10),
           (unsigned long)(tenths % 10));
}

#endif
