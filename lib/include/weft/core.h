/* The number of the core that this runs on, from 0; unlike the rank it does not depend on where programs are placed. */
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
