/* A rank is killed while it has a mutex that the others wait for. */
#include "common.h"
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, ranks());
    if (rank() == 1) {
        pthread_mutex_lock(&mutex);
    }
    pthread_barrier_wait(&barrier);
    if (rank() == 1) {
        raise(SIGKILL);
    }
    pthread_mutex_lock(&mutex);
    return 0;
}
