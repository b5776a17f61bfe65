/* Breaks down the cycles of an event: barriers, locks, the block transfer of the task, and the rest.
 *
 * The primitives are called through these functions, which read the cycle counter before and after them and count them.
 * Reading the counter is a load of one cycle; the cost of the readings, about five cycles for each primitive, is part
 * of the rest.
 */
#ifndef UWB_MEASURE_H
#define UWB_MEASURE_H

#include "shared.h"
#include <weft/timer.h>

enum activity { IN_BARRIER, IN_LOCK, IN_BLOCK, BUSY, ACTIVITIES };

struct account {
    uint32_t cycles[ACTIVITIES];
    uint32_t locks, barriers, blocks;
};

static inline void lock(pthread_mutex_t *mutex, struct account *account)
{
    const uint32_t before = weft_timer_cycles();
    pthread_mutex_lock(mutex);
    account->cycles[IN_LOCK] += weft_timer_cycles() - before;
    account->locks++;
}

static inline void unlock(pthread_mutex_t *mutex, struct account *account)
{
    const uint32_t before = weft_timer_cycles();
    pthread_mutex_unlock(mutex);
    account->cycles[IN_LOCK] += weft_timer_cycles() - before;
}

static inline void meet(pthread_barrier_t *barrier, struct account *account)
{
    const uint32_t before = weft_timer_cycles();
    pthread_barrier_wait(barrier);
    account->cycles[IN_BARRIER] += weft_timer_cycles() - before;
    account->barriers++;
}

#endif
