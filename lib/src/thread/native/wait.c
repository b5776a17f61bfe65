/* How a rank waits for a lock, or at a barrier: it polls, then sleeps. */
#define _GNU_SOURCE
#define WEFT_PTHREAD_OF_RANKS
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/diagnostic.h"
#include "thread/port.h"

#define POLLS 200u

/* Makes the section exist even if the program has no static mutex. */
__attribute__((section("weft_mutexes"), used)) static const char none[0];

static void wake(_Atomic uint32_t *word, int ranks)
{
    syscall(SYS_futex, word, FUTEX_WAKE, ranks, NULL, NULL, 0);
}

/* A rank that has slept takes the lock with the mark AWAITED, since other ranks may still sleep. */
void weft_lock_wait(uint32_t number)
{
    _Atomic uint32_t *const lock = &weft_common->locks[number];
    uint32_t seen = atomic_load(lock);
    for (uint32_t polls = 0; polls < POLLS; polls++) {
        if (weft_lock_try(number)) {
            return;
        }
    }
    WEFT_NOTE_WAIT("lock", number, 0, 0, 0);
    weft_sleep_begin();
    while (seen != 0 || !atomic_compare_exchange_weak(lock, &seen, weft_lock_mine() | WEFT_LOCK_AWAITED)) {
        const uint32_t awaited = seen | WEFT_LOCK_AWAITED;
        if (seen == awaited || (seen != 0 && atomic_compare_exchange_weak(lock, &seen, awaited))) {
            weft_sleep(lock, awaited);
            seen = atomic_load(lock);
        }
    }
    weft_sleep_end();
}

void weft_lock_wake(uint32_t number)
{
    wake(&weft_common->locks[number], 1);
}

static bool is_before(uint32_t seen, uint32_t before)
{
    return (seen & ~WEFT_BARRIER_ARRIVED) == (before & ~WEFT_BARRIER_ARRIVED);
}

void weft_barrier_sleep(uint32_t number, uint32_t count, uint32_t before)
{
    _Atomic uint32_t *const barrier = &weft_common->barriers[number];
    uint32_t seen = atomic_load(barrier);
    for (uint32_t polls = 0; polls < POLLS && is_before(seen, before); polls++) {
        seen = atomic_load(barrier);
    }
    if (!is_before(seen, before)) {
        return;
    }
    WEFT_NOTE_WAIT("barrier", number, count, 0, before & ~WEFT_BARRIER_ARRIVED);
    weft_sleep_begin();
    while (is_before(seen, before)) {
        weft_sleep(barrier, seen);
        seen = atomic_load(barrier);
    }
    weft_sleep_end();
}

void weft_barrier_wake(uint32_t number)
{
    wake(&weft_common->barriers[number], INT_MAX);
}

/* The number of static mutexes is known only at run time here, so it is checked then. */
__attribute__((constructor(102))) static void check_the_number_of_mutexes(void)
{
    if (__weft_mutexes_end - __weft_mutexes_start > WEFT_PTHREAD_MUTEXES) {
        weft_fatal("there are more statically initialized mutexes than locks: compile with optimization, or use fewer");
    }
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if ((intptr_t)mutex->weft_place <= 0) {
        return weft_mutex_lock_by_name(mutex);
    }
    const uint32_t number = weft_mutex_number(mutex);
    if (!weft_lock_try(number)) {
        weft_lock_wait(number);
    }
    return 0;
}
