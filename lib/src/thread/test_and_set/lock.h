/* Trying and releasing a lock, which do not wait: common to polling and interrupts. */
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

/* The owner's stores to shared memory complete before the register is freed: a core's accesses to the bus stay in
 * order. */
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
