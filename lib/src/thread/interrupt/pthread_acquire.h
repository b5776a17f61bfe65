/* Taking a test-and-set register: a core that finds it taken sleeps until an interrupt says that it is free. */
#ifndef WEFT_PTHREAD_ACQUIRE_H
#define WEFT_PTHREAD_ACQUIRE_H

#include <weft/instructions.h>
#include <weft/pthread_port.h>

/* Sleeps until this core has taken a register that it found taken. */
void weft_lock_wait(uint32_t number);

WEFT_INLINE void weft_lock_acquire(uint32_t registers, uint32_t place)
{
    weft_lock_foreign[(uint8_t)place] = 0;
    if (__builtin_expect(*weft_lock_register_at(registers, place) != 0, 0)) {
        weft_lock_wait((uint8_t)place);
    }
    WEFT_LOCK_ACQUIRED;
}

#endif
