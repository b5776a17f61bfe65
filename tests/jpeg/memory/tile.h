/* Stands in for the memory tile on this machine, without Weft: the file is loaded at INPUT_AT, the bitmap taken from
 * OUTPUT_AT, and nothing beyond MEMORY_BYTES can be reached. */
#ifndef TILE_H
#define TILE_H

#include <mp.h>
#include <stdint.h>
#include <string.h>

#define MEMORY_BYTES (16U << 20)

static uint8_t memory[MEMORY_BYTES];

static int is_outside(unsigned length, unsigned address)
{
    return address > MEMORY_BYTES || length > MEMORY_BYTES - address;
}

int MP_mread(void *data, unsigned length, unsigned address)
{
    if (is_outside(length, address)) {
        return MP_ERR_MEMORY;
    }
    memcpy(data, memory + address, length);
    return MP_SUCCESS;
}

int MP_mwrite(const void *data, unsigned length, unsigned address)
{
    if (is_outside(length, address)) {
        return MP_ERR_MEMORY;
    }
    memcpy(memory + address, data, length);
    return MP_SUCCESS;
}

void MP_sent(void)
{
}

int MP_task(void)
{
    return 0;
}

#endif
