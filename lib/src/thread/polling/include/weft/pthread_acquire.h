/* Taking a test-and-set register by polling it: the read that finds it free is the one that takes it. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>
#include <weft/probe.h>
#include <weft/pthread_port.h>

WEFT_INLINE void weft_lock_acquire(uint32_t number)
{
    volatile uint32_t *const lock = weft_test_and_set(number);
    while (*lock != 0) {
        WEFT_PROBE("lock", number, 0, 0, 0);
    }
    weft_lock_held[number] = 1;
}

#endif
