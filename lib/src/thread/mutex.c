/* Mutexes that are not taken in line, and where their numbers come from. */
#include <pthread.h>

#include "thread/port.h"

/* Numbers given out by pthread_mutex_init, behind those of the linker. */
static uint32_t initialized;

static uint32_t placed(void)
{
    return (uint32_t)((uintptr_t)__weft_mutexes_end - (uintptr_t)__weft_mutexes_start);
}

/* What is no place is a number + 1. */
uint32_t weft_mutex_resolve(const pthread_mutex_t *mutex)
{
    const uintptr_t value = (uintptr_t)mutex->weft_place;
    const uint32_t number = (uint32_t)value - 1;
    return value != 0 && number >= placed() && number < WEFT_PTHREAD_MUTEXES ? number : WEFT_PTHREAD_MUTEXES;
}

/* The n-th call gives the same number on every core, so all cores must call it in the same order; or one core calls
 * it for mutexes in shared memory. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    const uint32_t number = placed() + initialized;
    if (attr) {
        return EINVAL;
    }
    if (number >= WEFT_PTHREAD_MUTEXES) {
        return EAGAIN;
    }
    initialized++;
    mutex->weft_place = __weft_mutexes_start + number;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (weft_mutex_number(mutex) >= WEFT_PTHREAD_MUTEXES) {
        return EINVAL;
    }
    mutex->weft_place = 0;
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    const uint32_t number = weft_mutex_number(mutex);
    if (number >= WEFT_PTHREAD_MUTEXES) {
        return EINVAL;
    }
    return weft_lock_try(number) ? 0 : EBUSY;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    const uint32_t number = weft_mutex_number(mutex);
    if (number >= WEFT_PTHREAD_MUTEXES) {
        return EINVAL;
    }
    return weft_lock_release(number) ? 0 : EPERM;
}
