/* Mutexes, except taking one that has a place (lock.c), and the allocation of their numbers. */
#define WEFT_PTHREAD_OF_RANKS /* the host's own <pthread.h> has other mutexes */
#include <pthread.h>
#include <stddef.h>

#include "thread/port.h"
#include "thread/robust.h"

/* Numbers allocated by pthread_mutex_init, after those of the linker. */
static uint32_t initialized;

static uint32_t placed(void)
{
    return (uint32_t)((uintptr_t)__weft_mutexes_end - (uintptr_t)__weft_mutexes_start);
}

static const char *place_of(uint32_t number)
{
    return (const char *)(uintptr_t)(WEFT_MUTEX_SHARED_BASE + number);
}

/* Converts a mutex named by WEFT_MUTEX_NUMBER to its place; false if there is no such mutex. */
static bool resolve(pthread_mutex_t *mutex)
{
    const uint32_t number = (uint32_t)((uintptr_t)mutex->weft_place & ~WEFT_MUTEX_NAMED);
    if (!mutex->weft_place || number < placed() || number >= WEFT_PTHREAD_MUTEXES) {
        return false;
    }
    mutex->weft_place = place_of(number);
    return true;
}

static bool exists(pthread_mutex_t *mutex)
{
    return (intptr_t)mutex->weft_place > 0 || resolve(mutex);
}

/* The n-th call returns the same number on every core, so all cores must call it in the same order; or one core calls
 * it for mutexes in shared memory. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr)
{
    const uint32_t number = placed() + initialized;
    if (attr && !weft_attribute_is_valid(attr)) {
        return EINVAL;
    }
    if (number >= WEFT_PTHREAD_MUTEXES) {
        return EAGAIN;
    }
    initialized++;
    mutex->weft_place = attr && weft_attribute_is_robust(attr) ? weft_robust_name(number) : place_of(number);
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    if (!exists(mutex) && !weft_is_robust(mutex)) {
        return EINVAL;
    }
    mutex->weft_place = NULL;
    return 0;
}

int weft_mutex_lock_by_name(pthread_mutex_t *mutex)
{
    return resolve(mutex) ? pthread_mutex_lock(mutex) : weft_robust_lock(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    if (!exists(mutex)) {
        return weft_robust_try(mutex);
    }
    return weft_lock_try(weft_mutex_number(mutex)) ? 0 : EBUSY;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!exists(mutex)) {
        return weft_robust_unlock(mutex);
    }
    return weft_lock_release(weft_mutex_number(mutex)) ? 0 : EPERM;
}
