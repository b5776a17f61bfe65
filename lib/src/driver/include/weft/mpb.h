/* The registers of the message unit of a tile (docs/contract/message-buffers.md). Their offsets are generated with the
 * platform, WEFT_MPB_<NAME>. An access may stall the core. */
#ifndef WEFT_MPB_H
#define WEFT_MPB_H

#include <stdint.h>
#include <weft/platform.h>

static inline uintptr_t weft_mpb_address(uint32_t offset)
{
    return WEFT_MPB_BASE + offset;
}

static inline void weft_mpb_write(uint32_t offset, uint32_t value)
{
    *(volatile uint32_t *)weft_mpb_address(offset) = value;
}

static inline uint32_t weft_mpb_read(uint32_t offset)
{
    return *(const volatile uint32_t *)weft_mpb_address(offset);
}

/* Fields of ARRIVED and WAIT, which describe the oldest block: is there one, the task that sent it, its length in
 * bytes. */
static inline uint32_t weft_mpb_has_arrived(uint32_t arrived)
{
    return arrived >> 31;
}

static inline uint32_t weft_mpb_source(uint32_t arrived)
{
    return arrived >> 16 & 0x7FFF;
}

static inline uint32_t weft_mpb_bytes(uint32_t arrived)
{
    return arrived & 0xFFFF;
}

#endif
