/* A checksum that finds every error of up to three bits in a frame, and every burst of up to 32. */
#ifndef WEFT_CRC_H
#define WEFT_CRC_H

#include <stdint.h>

/* crc.c: the CRC-32 of words, continued from that of those before; of none it is 0. */
uint32_t weft_crc32(uint32_t crc, const uint32_t *words, uint32_t count);

#endif
