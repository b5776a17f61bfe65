/* The memory of the unexpected queue, on a chip: fixed when the library is built for it. */
#include "engine/state.h"

struct weft_slot *weft_slots_reserve(uint32_t ranks)
{
    static struct weft_slot slots[WEFT_SLOTS(WEFT_PEERS)];
    (void)ranks;
    return slots;
}
