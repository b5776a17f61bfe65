/* What is refused, and with which error; the same whatever mutexes are made of. */
#include "common.h"
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t named = WEFT_MUTEX_NUMBER(WEFT_PTHREAD_MUTEXES - 1);
static pthread_mutex_t same_name = WEFT_MUTEX_NUMBER(WEFT_PTHREAD_MUTEXES - 1);
static pthread_mutex_t clashing = WEFT_MUTEX_NUMBER(1);
static pthread_mutex_t beyond = WEFT_MUTEX_NUMBER(WEFT_PTHREAD_MUTEXES);

static void all_refuse(pthread_mutex_t *mutex)
{
    CHECK(pthread_mutex_lock(mutex) == EINVAL);
    CHECK(pthread_mutex_trylock(mutex) == EINVAL);
    CHECK(pthread_mutex_unlock(mutex) == EINVAL);
    CHECK(pthread_mutex_destroy(mutex) == EINVAL);
}

static void mutexes(void)
{
    pthread_mutex_t none = {0};
    all_refuse(&none);
    all_refuse(&clashing);
    all_refuse(&beyond);
    CHECK(pthread_mutex_init(&none, (const pthread_mutexattr_t *)&first) == EINVAL);
    CHECK(pthread_mutex_unlock(&named) == EPERM);
}

/* Rank 0 has two mutexes while the others try to take and to give them. */
static void owners(pthread_barrier_t *barrier)
{
    if (rank() == 0) {
        CHECK(pthread_mutex_lock(&second) == 0);
        CHECK(pthread_mutex_trylock(&named) == 0);
        CHECK(pthread_mutex_trylock(&same_name) == EBUSY);
    }
    pthread_barrier_wait(barrier);
    if (rank() != 0) {
        CHECK(pthread_mutex_trylock(&second) == EBUSY);
        CHECK(pthread_mutex_unlock(&second) == EPERM);
        CHECK(pthread_mutex_trylock(&same_name) == EBUSY);
        CHECK(pthread_mutex_unlock(&same_name) == EPERM);
    }
    pthread_barrier_wait(barrier);
    if (rank() == 0) {
        CHECK(pthread_mutex_unlock(&second) == 0);
        CHECK(pthread_mutex_unlock(&same_name) == 0);
    }
    pthread_barrier_wait(barrier);
    if (rank() == ranks() - 1) {
        CHECK(pthread_mutex_trylock(&second) == 0);
        CHECK(pthread_mutex_unlock(&second) == 0);
    }
}

/* Two mutexes and a barrier are taken already. */
static void until_there_are_none(void)
{
    pthread_mutex_t mutex;
    pthread_barrier_t barrier;
    int mutexes_left = 0;
    int barriers_left = 0;
    while (pthread_mutex_init(&mutex, NULL) == 0) {
        mutexes_left++;
    }
    while (pthread_barrier_init(&barrier, NULL, 1) == 0) {
        CHECK(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
        barriers_left++;
    }
    CHECK(pthread_mutex_init(&mutex, NULL) == EAGAIN);
    CHECK(pthread_barrier_init(&barrier, NULL, 1) == EAGAIN);
    CHECK(mutexes_left == WEFT_PTHREAD_MUTEXES - 2);
    CHECK(barriers_left == WEFT_PTHREAD_BARRIERS - 1);
}

static void barriers(void)
{
    pthread_barrier_t barrier = {0};
    CHECK(pthread_barrier_wait(&barrier) == EINVAL);
    CHECK(pthread_barrier_destroy(&barrier) == EINVAL);
    CHECK(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    CHECK(pthread_barrier_init(&barrier, NULL, WEFT_CORES + 1) == EINVAL);
    CHECK(pthread_barrier_init(&barrier, (const pthread_barrierattr_t *)&first, 1) == EINVAL);
}

int main(void)
{
    pthread_barrier_t barrier;
    CHECK(pthread_barrier_init(&barrier, NULL, ranks()) == 0);
    mutexes();
    barriers();
    owners(&barrier);
    pthread_barrier_wait(&barrier);
    CHECK(pthread_mutex_lock(&first) == 0 && pthread_mutex_unlock(&first) == 0);
    until_there_are_none();
    CHECK(pthread_barrier_destroy(&barrier) == 0 && pthread_barrier_wait(&barrier) == EINVAL);
    return failures > 0;
}
