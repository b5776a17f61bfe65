/* Robust mutexes, for mutex.c: a mutex whose holder has died is passed on with EOWNERDEAD.
 *
 * A robust mutex has a number like any other, but its lock is always a word of shared memory (robust.c), since only its
 * owner can release a lock of a controller. Its handle is negative and has the bit WEFT_MUTEX_ROBUST, so that the paths
 * of other mutexes need no additional check.
 */
#ifndef WEFT_THREAD_ROBUST_H
#define WEFT_THREAD_ROBUST_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef WEFT_HAS_ROBUST_MUTEXES

/* Values of an attribute, which uninitialized memory is unlikely to contain. */
#define WEFT_ATTRIBUTE_STALLED UINT32_C(0x57454600)
#define WEFT_ATTRIBUTE_ROBUST (WEFT_ATTRIBUTE_STALLED + PTHREAD_MUTEX_ROBUST)

/* In addition to WEFT_MUTEX_NAMED: marks a robust mutex. */
#define WEFT_MUTEX_ROBUST (UINT32_C(1) << 30)

static inline bool weft_attribute_is_robust(const pthread_mutexattr_t *attr)
{
    return attr->weft_kind == WEFT_ATTRIBUTE_ROBUST;
}

static inline bool weft_attribute_is_valid(const pthread_mutexattr_t *attr)
{
    return attr->weft_kind == WEFT_ATTRIBUTE_STALLED || weft_attribute_is_robust(attr);
}

static inline const char *weft_robust_name(uint32_t number)
{
    return (const char *)(WEFT_MUTEX_NAMED | WEFT_MUTEX_ROBUST | number);
}

static inline uint32_t weft_robust_number(const pthread_mutex_t *mutex)
{
    return (uint32_t)((uintptr_t)mutex->weft_place & ~(WEFT_MUTEX_NAMED | WEFT_MUTEX_ROBUST));
}

static inline bool weft_is_robust(const pthread_mutex_t *mutex)
{
    const uintptr_t marks = WEFT_MUTEX_NAMED | WEFT_MUTEX_ROBUST;
    const bool has_marks = ((uintptr_t)mutex->weft_place & marks) == marks;
    return has_marks && weft_robust_number(mutex) < WEFT_PTHREAD_MUTEXES;
}

/* As the functions of POSIX; EINVAL if the mutex is not robust. */
int weft_robust_lock(pthread_mutex_t *mutex);
int weft_robust_try(pthread_mutex_t *mutex);
int weft_robust_unlock(pthread_mutex_t *mutex);

#else

static inline bool weft_attribute_is_robust(const pthread_mutexattr_t *attr)
{
    (void)attr;
    return false;
}

static inline bool weft_attribute_is_valid(const pthread_mutexattr_t *attr)
{
    (void)attr;
    return false;
}

static inline const char *weft_robust_name(uint32_t number)
{
    (void)number;
    return NULL;
}

static inline bool weft_is_robust(const pthread_mutex_t *mutex)
{
    (void)mutex;
    return false;
}

static inline int weft_robust_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return EINVAL;
}

static inline int weft_robust_try(pthread_mutex_t *mutex)
{
    (void)mutex;
    return EINVAL;
}

static inline int weft_robust_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return EINVAL;
}

#endif
#endif
