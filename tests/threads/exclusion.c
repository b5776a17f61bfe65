/* Mutual exclusion under random delays: exclusion [TIMES]
 *
 * Each rank takes one of three mutexes, chosen at random, or tries one, TIMES times (default 60). Behind each of them
 * nobody else may be inside, and no increment of its counter, which is a read and a write with time between, may be
 * lost. Trying must fail on a mutex that this rank has.
 */
#include "common.h"
#include <pthread.h>
#include <stdlib.h>
#include <weft/shared.h>

#define MUTEXES 3

static pthread_mutex_t mutexes[MUTEXES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                           PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t summing = PTHREAD_MUTEX_INITIALIZER;
static WEFT_SHARED volatile uint32_t inside[MUTEXES];
static WEFT_SHARED volatile uint32_t counted[MUTEXES];
static WEFT_SHARED volatile uint32_t expected[MUTEXES];

static void work(uint32_t which)
{
    CHECK(inside[which] == 0);
    inside[which] = 1 + rank();
    const uint32_t before = counted[which];
    delay(60);
    counted[which] = before + 1;
    CHECK(inside[which] == 1 + rank());
    inside[which] = 0;
}

static uint32_t lock_and_work(uint32_t which)
{
    CHECK(pthread_mutex_lock(&mutexes[which]) == 0);
    CHECK(pthread_mutex_trylock(&mutexes[which]) == EBUSY);
    work(which);
    CHECK(pthread_mutex_unlock(&mutexes[which]) == 0);
    CHECK(pthread_mutex_unlock(&mutexes[which]) == EPERM);
    return 1;
}

static uint32_t try_and_work(uint32_t which)
{
    const int taken = pthread_mutex_trylock(&mutexes[which]);
    CHECK(taken == 0 || taken == EBUSY);
    if (taken == 0) {
        work(which);
        CHECK(pthread_mutex_unlock(&mutexes[which]) == 0);
    }
    return taken == 0;
}

int main(int argc, char **argv)
{
    const int times = argc > 1 ? atoi(argv[1]) : 60;
    uint32_t mine[MUTEXES] = {0, 0, 0};
    pthread_barrier_t barrier;
    CHECK(pthread_barrier_init(&barrier, NULL, ranks()) == 0);
    for (int i = 0; i < times; i++) {
        const uint32_t which = random_below(MUTEXES);
        mine[which] += random_below(4) == 0 ? try_and_work(which) : lock_and_work(which);
        delay(100);
    }
    CHECK(pthread_mutex_lock(&summing) == 0);
    for (uint32_t which = 0; which < MUTEXES; which++) {
        expected[which] += mine[which];
    }
    CHECK(pthread_mutex_unlock(&summing) == 0);
    pthread_barrier_wait(&barrier);
    for (uint32_t which = 0; which < MUTEXES; which++) {
        CHECK(counted[which] == expected[which]);
    }
    return failures > 0;
}
