/* Taking a test-and-set register by polling it: the read that finds it free is the one that takes it. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>
#include <weft/probe.h>
#include <weft/pthread_port.h>

/* What is noted comes first, so that nothing stands between the read that takes the lock and the return. */
WEFT_INLINE void weft_lock_acquire(uint32_t number)
{
    volatile uint32_t *const lock = weft_test_and_set(number);
    weft_lock_foreign[number] = 0;
    do {
        WEFT_PROBE("lock", number, 0, 0, 0);
    } while (*lock != 0);
    WEFT_LOCK_ACQUIRED;
}

#endif
