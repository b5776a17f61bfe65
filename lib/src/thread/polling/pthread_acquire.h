/* Taking a test-and-set register by polling it: the read that finds it free is the one that takes it. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>
#include <weft/pthread_port.h>

/* The note that this core has the lock is written first, so that nothing remains between the read that takes the lock
 * and the return. */
WEFT_INLINE void weft_lock_acquire(uint32_t registers, uint32_t place)
{
    volatile uint32_t *const lock = weft_lock_register_at(registers, place);
    weft_lock_foreign[(uint8_t)place] = 0;
    while (*lock != 0) {
    }
    WEFT_LOCK_ACQUIRED;
}

#endif
