/* Mutexes and barriers between the processes of a run: words of the memory that they share. A rank that waits polls a
 * fixed number of times, then sleeps in the kernel until the word changes (a futex). */
#ifndef WEFT_THREAD_PORT_H
#define WEFT_THREAD_PORT_H

#include <stdatomic.h>
#include <weft/core.h>

#include "arch/linux/common.h"

_Static_assert(WEFT_PTHREAD_MUTEXES == WEFT_COMMON_LOCKS && WEFT_PTHREAD_BARRIERS == WEFT_COMMON_BARRIERS,
               "a mutex is a lock of the run");

/* wait.c: wait until this rank has a lock that another had; wait until a barrier's word differs from `before` in more
 * than the number of arrivals; wake one rank that waits for the lock; wake all that wait at the barrier. */
void weft_lock_wait(uint32_t number);
void weft_barrier_sleep(uint32_t number, uint32_t count, uint32_t before);
void weft_lock_wake(uint32_t number);
void weft_barrier_wake(uint32_t number);

/* The word of a lock while this rank has it. */
static inline uint32_t weft_lock_mine(void)
{
    return weft_core() + 1;
}

static inline bool weft_lock_try(uint32_t number)
{
    uint32_t unlocked = 0;
    return atomic_compare_exchange_strong(&weft_common->locks[number], &unlocked, weft_lock_mine());
}

static inline bool weft_lock_release(uint32_t number)
{
    _Atomic uint32_t *const lock = &weft_common->locks[number];
    if ((atomic_load(lock) & ~WEFT_LOCK_AWAITED) != weft_lock_mine()) {
        return false;
    }
    if ((atomic_exchange(lock, 0) & WEFT_LOCK_AWAITED) != 0) {
        weft_lock_wake(number);
    }
    return true;
}

/* The last rank sets the number of arrivals to 0 and increments the count above it, in one step. */
static inline bool weft_barrier_meet(uint32_t meeting)
{
    const uint32_t number = weft_meeting_number(meeting);
    const uint32_t count = weft_meeting_count(meeting);
    _Atomic uint32_t *const barrier = &weft_common->barriers[number];
    uint32_t before = atomic_load(barrier);
    bool last;
    do {
        last = (before & WEFT_BARRIER_ARRIVED) + 1 == count;
    } while (!atomic_compare_exchange_weak(barrier, &before, last ? (before | WEFT_BARRIER_ARRIVED) + 1 : before + 1));
    if (last) {
        weft_barrier_wake(number);
    } else {
        weft_barrier_sleep(number, count, before);
    }
    return last;
}

#endif
