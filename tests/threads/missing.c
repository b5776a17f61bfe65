/* A deadlock: the last rank does not come to the barrier, and waits for a mutex that rank 0 has. */
#include "common.h"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, ranks());
    if (rank() == 0) {
        pthread_mutex_lock(&mutex);
    }
    pthread_barrier_wait(&barrier);
    if (rank() == ranks() - 1) {
        pthread_mutex_lock(&mutex);
    }
    pthread_barrier_wait(&barrier);
    return 0;
}
