/* Taking a mutex, compiled into the caller. Included by <pthread.h>. */
#ifndef WEFT_PTHREAD_INLINE_H
#define WEFT_PTHREAD_INLINE_H

#include <weft/pthread_acquire.h>

/* Takes a mutex; waits while another core has it. EINVAL: it is not initialized. */
WEFT_INLINE int weft_mutex_lock(const pthread_mutex_t *mutex)
{
    const uint32_t number = weft_mutex_number(mutex);
    if (number >= WEFT_PTHREAD_MUTEXES) {
        return EINVAL;
    }
    weft_lock_acquire(number);
    return 0;
}

#ifndef WEFT_PTHREAD_OUT_OF_LINE
static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return weft_mutex_lock(mutex);
}
#endif

#endif
