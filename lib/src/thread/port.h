/* What mutexes and barriers ask of the platform's means: the contract of a kind of threads.
 *
 * A kind is a folder with `thread_port.h`, which defines the functions below inline, and two headers besides.
 *
 * <weft/pthread_port.h>, for programs, defines WEFT_PTHREAD_MUTEXES and WEFT_PTHREAD_BARRIERS, how many there are, at
 * most 256 each on a chip. Numbers are below these bounds.
 *
 * pthread_acquire.h defines weft_lock_acquire(WEFT_LOCK_TARGET, WEFT_MUTEX_BASE + number), which returns when
 * this core has the lock, and the target, a constant: where requests for locks go.
 *
 * What one core wrote to shared memory before a release or a meeting, the next one sees behind its acquire or the same
 * meeting.
 */
#ifndef WEFT_THREAD_PORT_CONTRACT_H
#define WEFT_THREAD_PORT_CONTRACT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Takes a lock if no core has it, this one included. */
static inline bool weft_lock_try(uint32_t number);

/* Gives a lock back. False: this core does not have it. */
static inline bool weft_lock_release(uint32_t number);

/* A barrier's number and the cores that meet there, in the word that a program's barrier is. */
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

/* Returns when the barrier's cores have called it; true on exactly one of them. */
static inline bool weft_barrier_meet(uint32_t meeting);

/* mutex.c: takes a mutex that has no place yet: by its name, if there is such a mutex. */
int weft_mutex_lock_by_name(pthread_mutex_t *mutex);

#include "thread_port.h"

/* On a chip the linker's addresses are the same on every core. */
#ifndef WEFT_MUTEX_SHARED_BASE
#define WEFT_MUTEX_SHARED_BASE WEFT_MUTEX_BASE
#endif

/* The number of a mutex that has a place. */
static inline uint32_t weft_mutex_number(const pthread_mutex_t *mutex)
{
    const uintptr_t place = (uintptr_t)mutex->weft_place;
    return (uint32_t)(place - (place < WEFT_MUTEX_BASE ? WEFT_MUTEX_SHARED_BASE : WEFT_MUTEX_BASE));
}

#endif
