/* Mutexes and barriers: their numbers, mutual exclusion, and the errors of wrong use. */
#include "check.h"

#include <pthread.h>
#include <weft/shared.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t many[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t named = WEFT_MUTEX_NUMBER(20);
static pthread_mutex_t clashing = WEFT_MUTEX_NUMBER(0);
static WEFT_SHARED volatile int inside[4];

/* No other rank is between lock and unlock: `place` counts the ranks that are. */
static void exclude(pthread_mutex_t *mutex, volatile int *place)
{
    CHECK(pthread_mutex_lock(mutex) == 0);
    CHECK(*place == 0);
    *place = *place + 1;
    for (volatile int wait = 0; wait < 50; wait++) {
    }
    *place = *place - 1;
    CHECK(pthread_mutex_unlock(mutex) == 0);
}

static void refusals(void)
{
    pthread_mutex_t none = {0};
    pthread_barrier_t barrier = {0};
    CHECK(pthread_mutex_lock(&none) == EINVAL);
    CHECK(pthread_mutex_lock(&clashing) == EINVAL);
    CHECK(pthread_barrier_wait(&barrier) == EINVAL);
    CHECK(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    CHECK(pthread_barrier_init(&barrier, NULL, WEFT_CORES + 1) == EINVAL);
}

/* Rank 0 holds a mutex while the others try to lock and to unlock it. */
static void trying(void)
{
    if (rank == 0) {
        CHECK(pthread_mutex_trylock(&many[1]) == 0);
        CHECK(pthread_mutex_trylock(&many[1]) == EBUSY);
        CHECK(pthread_mutex_trylock(&many[2]) == 0);
        CHECK(pthread_mutex_unlock(&many[2]) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != 0) {
        CHECK(pthread_mutex_trylock(&many[1]) == EBUSY);
        CHECK(pthread_mutex_unlock(&many[1]) == EPERM);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        CHECK(pthread_mutex_unlock(&many[1]) == 0);
    }
}

static void initialized_at_run_time(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_t last;
    CHECK(pthread_mutex_init(&mutex, NULL) == 0);
    exclude(&mutex, &inside[3]);
    CHECK(pthread_mutex_destroy(&mutex) == 0 && pthread_mutex_lock(&mutex) == EINVAL);
    int given = 0;
    while (pthread_mutex_init(&last, NULL) == 0) {
        given++;
    }
    CHECK(given == WEFT_PTHREAD_MUTEXES - 4 - 1);
}

int main(int argc, char **argv)
{
    pthread_barrier_t barrier;
    begin(&argc, &argv);
    CHECK(pthread_barrier_init(&barrier, NULL, (unsigned)size) == 0);
    for (int i = 0; i < 20; i++) {
        exclude(&first, &inside[0]);
        exclude(&named, &inside[1]);
        exclude(&many[0], &inside[2]);
        pthread_barrier_wait(&barrier);
    }
    refusals();
    trying();
    initialized_at_run_time();
    MPI_Barrier(MPI_COMM_WORLD);
    return finish();
}
