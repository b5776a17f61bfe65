/* Taking a mutex, compiled into the caller. Included by <pthread.h>. */
#ifndef WEFT_PTHREAD_INLINE_H
#define WEFT_PTHREAD_INLINE_H

#include <weft/pthread_acquire.h>

/* Takes a mutex that has no place yet: by its name, if there is such a mutex. */
int weft_mutex_lock_by_name(pthread_mutex_t *mutex);

/* Takes a mutex; waits while another core has it. EINVAL: it is not initialized. What it is asked for comes a cycle
 * late from memory: meanwhile the target goes to its register. */
WEFT_INLINE int weft_mutex_lock(pthread_mutex_t *mutex)
{
    const intptr_t place = (intptr_t)mutex->weft_place;
    uint32_t target = WEFT_LOCK_TARGET;
    __asm__ volatile("" : "+r"(target));
    if (__builtin_expect(place <= 0, 0)) {
        return weft_mutex_lock_by_name(mutex);
    }
    weft_lock_acquire(target, (uint32_t)place);
    return 0;
}

#ifndef WEFT_PTHREAD_OUT_OF_LINE
static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return weft_mutex_lock(mutex);
}
#endif

#endif
