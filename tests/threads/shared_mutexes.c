/* Mutexes in shared memory, which one rank initializes for all: their places mean the same in every rank. */
#include "common.h"
#include <pthread.h>
#include <weft/shared.h>

#define TIMES 50

static WEFT_SHARED pthread_mutex_t first, second;
static WEFT_SHARED volatile uint32_t counted;

static void count(void)
{
    CHECK(pthread_mutex_lock(&first) == 0);
    CHECK(pthread_mutex_lock(&second) == 0);
    CHECK(pthread_mutex_trylock(&first) == EBUSY);
    const uint32_t before = counted;
    delay(20);
    counted = before + 1;
    CHECK(pthread_mutex_unlock(&second) == 0);
    CHECK(pthread_mutex_unlock(&first) == 0);
}

int main(void)
{
    pthread_barrier_t barrier;
    CHECK(pthread_barrier_init(&barrier, NULL, ranks()) == 0);
    if (rank() == 0) {
        CHECK(pthread_mutex_init(&first, NULL) == 0 && pthread_mutex_init(&second, NULL) == 0);
    }
    pthread_barrier_wait(&barrier);
    for (uint32_t i = 0; i < TIMES; i++) {
        count();
    }
    pthread_barrier_wait(&barrier);
    CHECK(counted == TIMES * ranks());
    pthread_barrier_wait(&barrier);
    if (rank() == ranks() - 1) {
        CHECK(pthread_mutex_destroy(&first) == 0 && pthread_mutex_destroy(&second) == 0);
    }
    pthread_barrier_wait(&barrier);
    CHECK(pthread_mutex_lock(&first) == EINVAL);
    return failures;
}
