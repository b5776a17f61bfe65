/* The pause between two polls of a core that has waited for long. A poll is traffic: where switches have fixed
 * priorities, the polls of all cores nearer to a memory win arbitration against the core that wants to write what they
 * poll for. */
#include "link/circuits/urgent.h"

#include "peer.h"

#define MOST_TURNS 128u /* of four cycles: with this pause sixteen cores leave a memory idle most of the time */

void weft_scratchpad_pause_long(uint32_t polls)
{
    uint32_t turns = polls < MOST_TURNS ? polls : MOST_TURNS;
    for (turns = weft_is_urgent(weft_scratchpad.node) ? weft_urgent_turns(2 * polls) : turns; turns > 0; turns--) {
        __asm__ volatile("");
    }
}

#define FEW_POLLS 16u

void weft_scratchpad_pause_soon(uint32_t polls)
{
    if (polls >= FEW_POLLS) {
        weft_scratchpad_pause_long(polls - FEW_POLLS);
    }
}
