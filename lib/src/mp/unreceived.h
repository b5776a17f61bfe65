/* The message for a task that ends before it has received all blocks that have arrived for it, as MPI_Finalize has
 * one. */
#ifndef WEFT_MP_UNRECEIVED_H
#define WEFT_MP_UNRECEIVED_H

#include <stdint.h>

#include "arch/diagnostic.h"

static inline void weft_mp_tell_unreceived(uint32_t blocks, uint32_t bytes, uint32_t task)
{
    weft_diagnostic("the task ends with blocks never received: %d, the first: %d bytes from task %d", (int)blocks,
                    (int)bytes, (int)task);
}

#endif
