/* pthread_mutex_lock for callers compiled without optimization. */
#define WEFT_PTHREAD_OUT_OF_LINE
#include <pthread.h>
#include <weft/pthread_inline.h>

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return weft_mutex_lock(mutex);
}
