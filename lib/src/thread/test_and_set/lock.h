/* What does not wait, alike for polling and for interrupts: trying a lock, and giving it back. */
#ifndef WEFT_THREAD_TEST_AND_SET_LOCK_H
#define WEFT_THREAD_TEST_AND_SET_LOCK_H

#include <stdbool.h>
#include <weft/pthread_port.h>

static inline bool weft_lock_try(uint32_t number)
{
    if (*weft_lock_register(number) != 0) {
        return false;
    }
    weft_lock_foreign[number] = 0;
    return true;
}

/* What the owner has stored in shared memory is there before the register is free: one core's accesses to the bus stay
 * in order. */
static inline bool weft_lock_release(uint32_t number)
{
    if (weft_lock_foreign[number] != 0) {
        return false;
    }
    weft_lock_foreign[number] = 1;
    *weft_lock_register(number) = 0;
    return true;
}

#endif
