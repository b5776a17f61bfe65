/* Processes with threads of their own: a mutex excludes those of one process, and the data are its own. */
#include "common.h"
#include <pthread.h>

#define THREADS 2
#define TIMES 1000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint32_t counted;

static void *count(void *argument)
{
    for (uint32_t i = 0; i < TIMES; i++) {
        pthread_mutex_lock(&mutex);
        counted++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (uint32_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, count, NULL) == 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(counted == THREADS * TIMES);
    return failures > 0;
}
