/* The pause between two looks of a core that waits for long. To look is traffic: of many who look, all that are nearer
 * to a memory, where switches have fixed priorities, come before one that wants to write what they look for. */
#include "peer.h"

#define MOST_TURNS 128u /* of four cycles: sixteen cores that pause so long leave a memory idle most of the time */

void weft_scratchpad_pause_long(uint32_t looks)
{
    for (uint32_t turns = looks < MOST_TURNS ? looks : MOST_TURNS; turns > 0; turns--) {
        __asm__ volatile("");
    }
}
