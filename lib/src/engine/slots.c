/* The memory of the unexpected queue on a chip: static, its size fixed at build time. On a chip with too many cores to
 * reserve room for all of them, slots for peers that do send are added from the heap. */
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
