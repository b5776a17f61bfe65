/* The memory of the unexpected queue on the host: allocated per message, limited only by the memory of the system. */
#include "arch/diagnostic.h"
#include "arch/linux/heap.h"
#include "engine/state.h"

static WEFT_PER_RANK struct weft_heap heap;

static void *take(size_t bytes)
{
    void *const memory = weft_heap_take(&heap, bytes);
    if (!memory) {
        weft_fatal("the system has no memory for more messages that wait for their receives");
    }
    return memory;
}

struct weft_slot *weft_slot_of(weft_length length)
{
    return take(offsetof(struct weft_slot, block) + length);
}

struct weft_message *weft_rts_take(void)
{
    return take(sizeof(struct weft_message));
}

void weft_message_free(struct weft_message *message)
{
    weft_heap_give(&heap, message);
}
