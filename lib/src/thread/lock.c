/* pthread_mutex_lock(). The compiler may inline it into the functions of a program. */
#include <pthread.h>

#include "arch/inlined.h"
#include "pthread_acquire.h"
#include "thread/port.h"

/* Takes a mutex; waits while another core has it. EINVAL: it is not initialized. The target is loaded into its register
 * while the load of `weft_place`, which has a cycle of latency, completes. */
WEFT_INLINED int pthread_mutex_lock(pthread_mutex_t *mutex)
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
