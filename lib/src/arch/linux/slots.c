/* The memory of the unexpected queue, on the host: as much as the job's size asks for, in pages that exist once they
 * are used. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "engine/state.h"
#include "report.h"

struct weft_slot *weft_slots_reserve(uint32_t ranks)
{
    const size_t bytes = WEFT_SLOTS(ranks) * sizeof(struct weft_slot);
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        weft_fatal("the system has no memory for the queue of unexpected messages");
    }
    return memory;
}
