/* The memory of <mp.h>: the middle half of the shared memory on the bus, at the same address in all programs. The
 * program's own shared data are below it; the link may use what is above. */
#include "mp/engine/task.h"

#if WEFT_MP_OVER_ENGINE && defined WEFT_SHARED_BASE
#include "arch/copy.h"
#include "arch/diagnostic.h"

#define MEMORY (WEFT_SHARED_BASE + WEFT_SHARED_SIZE / 4u)
#define BYTES (WEFT_SHARED_SIZE / 2u)

extern const char __weft_shared_end[];

static void *place(unsigned address)
{
    return (void *)(uintptr_t)(MEMORY + address);
}

static int check(unsigned length, unsigned longest, const void *data, unsigned address)
{
    if ((uintptr_t)__weft_shared_end > MEMORY) {
        weft_fatal("the program's shared data reach into the memory of its tasks: shorten them");
    }
    const int error = weft_mp_check(length, longest, data);
    if (error != MP_SUCCESS) {
        return error;
    }
    return address % 4 == 0 && address < BYTES && length <= BYTES - address ? MP_SUCCESS : MP_ERR_MEMORY;
}

/* Makes progress: a task may read in a loop until data appear. */
int MP_mread(void *data, unsigned length, unsigned address)
{
    const int error = check(length, BYTES, data, address);
    if (error == MP_SUCCESS) {
        weft_progress();
        weft_copy(data, place(address), length);
    }
    return error;
}

int MP_mwrite(const void *data, unsigned length, unsigned address)
{
    const int error = check(length, MP_SEND_MAX, data, address);
    if (error == MP_SUCCESS) {
        MP_sent();
        weft_copy(place(address), data, length);
        __asm__ volatile("fence" : : : "memory");
    }
    return error;
}
#else
typedef int weft_no_memory_to_name;
#endif
