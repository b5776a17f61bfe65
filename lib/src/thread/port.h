/* The contract between mutexes and barriers and their implementation on a platform, a *kind* of threads ([library]
 * threads of the platform file).
 *
 * A kind is a folder with thread_port.h, which defines the functions below inline, and two more headers.
 *
 * <weft/pthread_port.h>, for programs, defines WEFT_PTHREAD_MUTEXES and WEFT_PTHREAD_BARRIERS, the numbers of mutexes
 * and barriers, up to 256 each on a chip.
 *
 * pthread_acquire.h defines weft_lock_acquire(WEFT_LOCK_TARGET, WEFT_MUTEX_BASE + number), which returns when this core
 * has the lock, and the constant WEFT_LOCK_TARGET, the destination of requests for locks.
 *
 * Memory ordering: what a core writes to shared memory before a release, or before a barrier, is visible to another
 * core after its acquire, or after the same barrier.
 */
#ifndef WEFT_THREAD_PORT_CONTRACT_H
#define WEFT_THREAD_PORT_CONTRACT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Takes a lock if no core has it, this one included. */
static inline bool weft_lock_try(uint32_t number);

/* Releases a lock. False: this core does not have it. */
static inline bool weft_lock_release(uint32_t number);

/* The word of a program's barrier: the barrier's number and the number of participants. */
static inline uint32_t weft_meeting(uint32_t number, uint32_t count)
{
    return number | count << 8;
}

static inline uint32_t weft_meeting_number(uint32_t meeting)
{
    return meeting & 0xff;
}

static inline uint32_t weft_meeting_count(uint32_t meeting)
{
    return meeting >> 8;
}

/* Returns when all participants have called it; true on exactly one of them. */
static inline bool weft_barrier_meet(uint32_t meeting);

/* mutex.c: takes a mutex that has no place yet: one named by WEFT_MUTEX_NUMBER, or a robust one. */
int weft_mutex_lock_by_name(pthread_mutex_t *mutex);

#include "thread_port.h"

/* On a chip, places have the same addresses on every core. */
#ifndef WEFT_MUTEX_SHARED_BASE
#define WEFT_MUTEX_SHARED_BASE WEFT_MUTEX_BASE
#endif

/* Returns the number of a mutex that has a place. */
static inline uint32_t weft_mutex_number(const pthread_mutex_t *mutex)
{
    const uintptr_t place = (uintptr_t)mutex->weft_place;
    return (uint32_t)(place - (place < WEFT_MUTEX_BASE ? WEFT_MUTEX_SHARED_BASE : WEFT_MUTEX_BASE));
}

#endif
