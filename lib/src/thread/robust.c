/* Robust mutexes (IEEE Std 1003.1-2017, pthread_mutexattr_setrobust): when a holder has died, a core that waits gets
 * the lock, with EOWNERDEAD; it repairs the data and calls pthread_mutex_consistent.
 *
 *      31             30      16  15      0
 *     +--------------+----------+----------+
 *     | inconsistent |   turn   |  holder  |   the word of a mutex, initially 0
 *     +--------------+----------+----------+
 *
 * The holder is 1 + the number of its core, or 0: free. The turn counts how often the mutex has been taken, so an
 * unchanged word means the same holder in the same turn. Every change is one atomic compare-and-swap of the whole word,
 * so a holder cannot die and leave the mutex between two states.
 *
 * The port decides whether a holder has died (robust_port.h).
 */
#define WEFT_PTHREAD_OF_RANKS
#include "thread/robust.h"

#ifdef WEFT_HAS_ROBUST_MUTEXES
#include <robust_port.h>
#include <weft/core.h>

#define HOLDER UINT32_C(0x0000FFFF)
#define TURN UINT32_C(0x7FFF0000)
#define ONE_TURN UINT32_C(0x00010000)
#define INCONSISTENT UINT32_C(0x80000000)
/* In place of a holder: released without pthread_mutex_consistent (ENOTRECOVERABLE). */
#define LOST HOLDER

static uint32_t own(void)
{
    return weft_core() + 1;
}

static bool exchange(uint32_t number, uint32_t seen, uint32_t next)
{
    return __atomic_compare_exchange_n(weft_robust_word(number), &seen, next, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
}

/* Returns the word after this core has taken the mutex. */
static uint32_t taken(uint32_t seen)
{
    return ((seen + ONE_TURN) & TURN) | own();
}

static int try(uint32_t number)
{
    const uint32_t seen = __atomic_load_n(weft_robust_word(number), __ATOMIC_SEQ_CST);
    const uint32_t holder = seen & HOLDER;
    if (holder == LOST) {
        return ENOTRECOVERABLE;
    }
    if (holder == 0) {
        return exchange(number, seen, taken(seen)) ? 0 : EBUSY;
    }
    if (holder != own() && weft_robust_holder_is_dead(number, seen, holder - 1)) {
        return exchange(number, seen, taken(seen) | INCONSISTENT) ? EOWNERDEAD : EBUSY;
    }
    return EBUSY;
}

static bool is_own(uint32_t word)
{
    return (word & HOLDER) == own();
}

int weft_robust_try(pthread_mutex_t *mutex)
{
    return weft_is_robust(mutex) ? try(weft_robust_number(mutex)) : EINVAL;
}

int weft_robust_lock(pthread_mutex_t *mutex)
{
    if (!weft_is_robust(mutex)) {
        return EINVAL;
    }
    const uint32_t number = weft_robust_number(mutex);
    if (is_own(__atomic_load_n(weft_robust_word(number), __ATOMIC_SEQ_CST))) {
        return EDEADLK;
    }
    int result = try(number);
    for (uint32_t polls = 0; result == EBUSY; polls++) {
        weft_robust_pause(number, polls);
        result = try(number);
    }
    return result;
}

/* Fails with EPERM if another core meanwhile took this one for dead, and the mutex. */
int weft_robust_unlock(pthread_mutex_t *mutex)
{
    if (!weft_is_robust(mutex)) {
        return EINVAL;
    }
    const uint32_t number = weft_robust_number(mutex);
    const uint32_t seen = __atomic_load_n(weft_robust_word(number), __ATOMIC_SEQ_CST);
    const uint32_t next = (seen & TURN) | ((seen & INCONSISTENT) != 0 ? LOST : 0);
    return is_own(seen) && exchange(number, seen, next) ? 0 : EPERM;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    if (!weft_is_robust(mutex)) {
        return EINVAL;
    }
    const uint32_t number = weft_robust_number(mutex);
    const uint32_t seen = __atomic_load_n(weft_robust_word(number), __ATOMIC_SEQ_CST);
    const bool is_inconsistent = is_own(seen) && (seen & INCONSISTENT) != 0;
    return is_inconsistent && exchange(number, seen, taken(seen)) ? 0 : EINVAL;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attr)
{
    attr->weft_kind = WEFT_ATTRIBUTE_STALLED;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attr)
{
    const bool is_valid = weft_attribute_is_valid(attr);
    attr->weft_kind = 0;
    return is_valid ? 0 : EINVAL;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robustness)
{
    if (!weft_attribute_is_valid(attr) || (robustness != PTHREAD_MUTEX_STALLED && robustness != PTHREAD_MUTEX_ROBUST)) {
        return EINVAL;
    }
    attr->weft_kind = WEFT_ATTRIBUTE_STALLED + (uint32_t)robustness;
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robustness)
{
    if (!weft_attribute_is_valid(attr)) {
        return EINVAL;
    }
    *robustness = weft_attribute_is_robust(attr) ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

#else
typedef int weft_no_robust_mutexes; /* ISO C has no file without a declaration */
#endif
