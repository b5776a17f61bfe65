/* Reports of streams of packets, for the programs that send one. */
#ifndef THROUGHPUT_H
#define THROUGHPUT_H

#include <stdint.h>
#include <weft/platform.h>
#include <weft/report.h>

/* Reports `KIND packet BYTES`, in cycles, and `KIND throughput BYTES`, in MB/s, of packets that took these cycles
 * each. */
static inline void tell_packet(const char *kind, uint32_t bytes, uint32_t cycles)
{
    const uint32_t tenths = (uint32_t)((uint64_t)bytes * (WEFT_CLOCK_HZ / 100000u) / cycles);
    weft_report_at2("# packet #", kind, bytes, cycles);
    weft_report_at2("# throughput #", kind, bytes, tenths / 10.0);
}

#endif
