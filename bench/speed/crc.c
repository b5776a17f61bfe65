/* Shifts and single bits: the check sum of a serial line (CRC-16 with the polynomial 0xa001), bit by bit. */

#include "part.h"

enum { BYTES = 2000 };

uint32_t part(uint32_t seed)
{
    uint32_t crc = seed & 0xffff;
    for (uint32_t i = 0; i < BYTES; i++) {
        crc ^= (i + seed) & 0xff;
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1;
    }
    return crc;
}
