/* The number of the core that executes this: on a host, each rank is a core. */
#ifndef WEFT_CORE_H
#define WEFT_CORE_H

#include <stdint.h>
#include <weft/boot.h>

static inline uint32_t weft_core(void)
{
    return weft_boot.rank;
}

#endif
