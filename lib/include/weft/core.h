/* The number of the core that executes the call, from 0. Unlike the rank, it does not depend on the platform's map. */
#ifndef WEFT_CORE_H
#define WEFT_CORE_H

#include <stdint.h>
#include <weft/instructions.h>

static inline uint32_t weft_core(void)
{
    uint32_t core;
    __asm__(WEFT_ZICSR("csrr %0, mhartid") : "=r"(core));
    return core;
}

#endif
