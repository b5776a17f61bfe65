/* The memory of the unexpected queue, on a chip: fixed when the library is built for it. On one with too many cores for
 * each to have room for all others, what those who send need is taken from the program's heap. */
#include "engine/state.h"

#include <stdlib.h>

struct weft_slot weft_slots[WEFT_SLOTS];

bool weft_slots_add(uint32_t count)
{
    struct weft_slot *const slots = malloc(count * sizeof *slots);
    for (uint32_t i = 0; slots && i < count; i++) {
        slots[i].message.node.next = weft_engine.slots.free;
        weft_engine.slots.free = &slots[i].message.node;
    }
    return slots != NULL;
}

struct weft_node *weft_rts_add(void)
{
    struct weft_message *const message = calloc(1, sizeof *message);
    return message ? &message->node : NULL;
}
