/* A deadlock: rank 0 has one mutex and wants the other, rank 1 the other way round. */
#include "common.h"
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_mutex_lock(rank() == 0 ? &one : &other);
    pthread_barrier_wait(&barrier);
    pthread_mutex_lock(rank() == 0 ? &other : &one);
    return 0;
}
