/* Mutexes and barriers on test-and-set registers (docs/contract/devices.md): their numbers. The lower half of the
 * registers are mutexes; each of the upper half guards a barrier. */
#ifndef WEFT_PTHREAD_PORT_H
#define WEFT_PTHREAD_PORT_H

#include <stdint.h>
#include <weft/platform.h>

#define WEFT_PTHREAD_MUTEXES (WEFT_TEST_AND_SET_COUNT / 2)
#define WEFT_PTHREAD_BARRIERS (WEFT_TEST_AND_SET_COUNT / 2)

/* A read returns 1 if the lock was taken, and takes it if it was not; a write of 0 frees it. */
static inline volatile uint32_t *weft_lock_register(uint32_t number)
{
    return (volatile uint32_t *)WEFT_TEST_AND_SET_BASE + number;
}

/* The address at which the register of place 0 would be. */
#define WEFT_LOCK_TARGET (WEFT_TEST_AND_SET_BASE - 4u * WEFT_MUTEX_BASE)

/* Returns the register of a place, WEFT_MUTEX_BASE + number. */
static inline volatile uint32_t *weft_lock_register_at(uint32_t target, uint32_t place)
{
    return (volatile uint32_t *)(target + 4u * place);
}

/* A compiler barrier: no access that the mutex guards moves before it. The core executes accesses in order. */
#define WEFT_LOCK_ACQUIRED __asm__ volatile("" : : : "memory")

/* 0 for each mutex that this core has or waits for, otherwise 1: the registers do not tell their owner. */
extern uint8_t weft_lock_foreign[WEFT_PTHREAD_MUTEXES];

#endif
