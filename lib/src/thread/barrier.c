/* Barriers: allocation of numbers, and errors. The port (thread_port.h) implements the waiting. */
#define WEFT_PTHREAD_OF_RANKS /* the host's own <pthread.h> has other barriers */
#include <pthread.h>

#include "thread/port.h"

static uint32_t initialized; /* numbers allocated so far */

/* As with mutexes: all cores must call it in the same order. */
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
    if (attr || count == 0 || count > WEFT_CORES) {
        return EINVAL;
    }
    if (initialized >= WEFT_PTHREAD_BARRIERS) {
        return EAGAIN;
    }
    barrier->weft_meeting = weft_meeting(initialized++, count);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    if (barrier->weft_meeting == 0) {
        return EINVAL;
    }
    barrier->weft_meeting = 0;
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    const uint32_t meeting = barrier->weft_meeting;
    if (meeting == 0) {
        return EINVAL;
    }
    return weft_barrier_meet(meeting) ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
