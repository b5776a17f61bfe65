/* The centralized sense-reversing barrier (J. M. Mellor-Crummey and M. L. Scott, "Algorithms for Scalable
 * Synchronization on Shared-Memory Multiprocessors", 1991, section 3.1): a counter in shared memory, guarded by a lock.
 * The last core to arrive sets it to 0 and reverses the sense, for which the others wait, polling or asleep.
 *
 * Counter and sense share a word, so that one access reads or writes both. A core reads the sense at its arrival
 * instead of keeping it from the last time, since other cores may have used the barrier meanwhile.
 */
#ifndef WEFT_THREAD_TEST_AND_SET_BARRIER_H
#define WEFT_THREAD_TEST_AND_SET_BARRIER_H

#include <stdbool.h>
#include <weft/pthread_port.h>

#define WEFT_BARRIER_SENSE UINT32_C(0x80000000)

/* The linker puts this section first in the shared memory: at the same addresses in all images. */
#define WEFT_BARRIER_SHARED __attribute__((section(".bss.weft_barriers")))

/* For each barrier: the sense, and the number of cores that have arrived. */
extern volatile uint32_t weft_barrier_state[WEFT_PTHREAD_BARRIERS];

/* Takes the register that guards a barrier. It is held for a few bus accesses only, so a core that finds it taken
 * polls. */
static inline void weft_barrier_enter(uint32_t number)
{
    while (*weft_lock_register(WEFT_PTHREAD_MUTEXES + number) != 0) {
    }
}

static inline void weft_barrier_leave(uint32_t number)
{
    *weft_lock_register(WEFT_PTHREAD_MUTEXES + number) = 0;
}

/* Counts this core; `before` is the state that it found. Returns true for the last of `count` cores. */
static inline bool weft_barrier_arrive(uint32_t number, uint32_t before, uint32_t count)
{
    const bool last = (before & ~WEFT_BARRIER_SENSE) + 1 == count;
    weft_barrier_state[number] = last ? ~before & WEFT_BARRIER_SENSE : before + 1;
    return last;
}

/* Has the sense been reversed since the state was `before`? */
static inline bool weft_barrier_is_over(uint32_t number, uint32_t before)
{
    return ((weft_barrier_state[number] ^ before) & WEFT_BARRIER_SENSE) != 0;
}

#endif
