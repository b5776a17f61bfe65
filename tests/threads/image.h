/* What the two images of first.c and second.c do together: they differ in their data, yet have a mutex and a barrier in
 * common. The counter is at the top of the shared memory, since the images' own shared data lie at different places. */
#include "common.h"
#include <pthread.h>
#include <weft/platform.h>
#include <weft/shared.h>

#define ROUNDS 50

static pthread_mutex_t own[OWN_MUTEXES] = {PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t common = WEFT_MUTEX_NUMBER(20);
static WEFT_SHARED volatile uint32_t data[OWN_WORDS];

int main(void)
{
    volatile uint32_t *const counter = (volatile uint32_t *)(WEFT_SHARED_BASE + WEFT_SHARED_SIZE - 4u);
    pthread_barrier_t barrier;
    CHECK(pthread_barrier_init(&barrier, NULL, 2) == 0);
    CHECK(pthread_mutex_lock(&own[0]) == 0 && pthread_mutex_unlock(&own[0]) == 0);
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        delay(100);
        data[OWN_WORDS - 1] = 0;
        CHECK(pthread_mutex_lock(&common) == 0);
        *counter = *counter + 1;
        CHECK(pthread_mutex_unlock(&common) == 0);
        pthread_barrier_wait(&barrier);
        CHECK(*counter == 2 * round);
        pthread_barrier_wait(&barrier);
    }
    return failures > 0;
}
