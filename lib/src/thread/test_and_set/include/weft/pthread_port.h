/* Mutexes and barriers on test-and-set registers (docs/contract/timing.md): how many there are. The lower half of the
 * registers are mutexes, each of the upper half guards a barrier. */
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

/* Where the register of a place 0 would be. */
#define WEFT_LOCK_TARGET (WEFT_TEST_AND_SET_BASE - 4u * WEFT_MUTEX_BASE)

/* The register of a place, WEFT_MUTEX_BASE + number. */
static inline volatile uint32_t *weft_lock_register_at(uint32_t target, uint32_t place)
{
    return (volatile uint32_t *)(target + 4u * place);
}

/* The compiler moves nothing that the mutex guards to before it; the core keeps the order anyway. */
#define WEFT_LOCK_ACQUIRED __asm__ volatile("" : : : "memory")

/* 0 for each mutex that this core has or waits for, otherwise 1: the registers do not say whose they are. */
extern uint8_t weft_lock_foreign[WEFT_PTHREAD_MUTEXES];

#endif
