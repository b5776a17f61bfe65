/* Taking a mutex, compiled into the caller. Included by <pthread.h>. */
#ifndef WEFT_PTHREAD_INLINE_H
#define WEFT_PTHREAD_INLINE_H

#include <weft/instructions.h>
#include <weft/probe.h>

/* Takes a mutex, asleep while another core has it. EINVAL: it is not initialized. */
WEFT_INLINE int weft_mutex_lock(const pthread_mutex_t *mutex)
{
    const uint32_t number = weft_mutex_number(mutex);
    if (number >= WEFT_LOCKS) {
        return EINVAL;
    }
    WEFT_PROBE("lock", number, 0, 0, 0);
    weft_msg_send(number, WEFT_SYNC_NODE, WEFT_TOKEN_LOCK_ACQUIRE);
    WEFT_PROBE_HOLD("lock", number, 0, 0, 0);
    return 0;
}

#ifndef WEFT_PTHREAD_OUT_OF_LINE
static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return weft_mutex_lock(mutex);
}
#endif

#endif
