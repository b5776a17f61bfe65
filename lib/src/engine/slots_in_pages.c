/* The memory of the unexpected queue, on the host: as much as the job's size asks for. */
#include "arch/linux/pages.h"
#include "engine/state.h"

struct weft_slot *weft_slots_reserve(uint32_t ranks)
{
    return weft_pages_reserve(WEFT_SLOTS(ranks) * sizeof(struct weft_slot),
                              "the system has no memory for the queue of unexpected messages");
}
