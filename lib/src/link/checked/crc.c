/* The CRC-32 of IEEE 802.3, reflected: a word at a time, by a table for four bits.
 *
 * A table for eight bits takes half the steps and sixteen times the memory, which on a chip is each core's own
 * (docs/library/faults.md has both).
 */
#include <stdint.h>

#if defined WEFT_CHECKED_LINK && WEFT_CHECKED_LINK
#include "link/checked/crc.h"

#define STEP(crc) ((crc) >> 4 ^ table[(crc)&15u])

uint32_t weft_crc32(uint32_t crc, const uint32_t *words, uint32_t count)
{
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    crc = ~crc;
    for (const uint32_t *const end = words + count; words < end; words++) {
        crc ^= *words;
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
        crc = STEP(crc);
    }
    return ~crc;
}
#else
typedef int weft_no_link_is_checked;
#endif
