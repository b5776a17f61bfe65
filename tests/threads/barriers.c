/* The order that barriers make, under random delays: barriers [ROUNDS]
 *
 * In each of ROUNDS rounds (default 40) every rank writes the round's number before a barrier; behind it nobody sees an
 * older one, and before a second barrier nobody sees a newer one. Exactly one rank is told that it is the serial one.
 * Then pairs of ranks meet, other ones each time, at barriers of two: 0 with 1, 1 with 2, and so on around.
 */
#include "common.h"
#include <pthread.h>
#include <stdlib.h>
#include <weft/shared.h>

#define MOST_RANKS 64

static WEFT_SHARED volatile uint32_t reached[MOST_RANKS];
static WEFT_SHARED volatile uint32_t serial[MOST_RANKS];
static WEFT_SHARED volatile uint32_t met[MOST_RANKS];
static uint32_t serial_rounds;

static void meet(pthread_barrier_t *barrier)
{
    const int result = pthread_barrier_wait(barrier);
    CHECK(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    serial_rounds += result == PTHREAD_BARRIER_SERIAL_THREAD;
}

static void all_have_reached(uint32_t round)
{
    for (uint32_t other = 0; other < ranks(); other++) {
        CHECK(reached[other] == round);
    }
}

static void rounds_of_all(pthread_barrier_t *barrier, uint32_t rounds)
{
    for (uint32_t round = 1; round <= rounds; round++) {
        delay(200);
        reached[rank()] = round;
        meet(barrier);
        all_have_reached(round);
        delay(50);
        meet(barrier);
    }
    serial[rank()] = serial_rounds;
    pthread_barrier_wait(barrier);
    uint32_t sum = 0;
    for (uint32_t other = 0; other < ranks(); other++) {
        sum += serial[other];
    }
    CHECK(sum == 2 * rounds);
}

/* One barrier of two serves all pairs, one after the other: those who meet there are not always the same. */
static void pairs(pthread_barrier_t *barrier, pthread_barrier_t *pair, uint32_t laps)
{
    for (uint32_t step = 0; step < laps * ranks(); step++) {
        const uint32_t first = step % ranks();
        const uint32_t second = (first + 1) % ranks();
        if (rank() == first || rank() == second) {
            delay(80);
            met[rank()] = step + 1;
            pthread_barrier_wait(pair);
            CHECK(met[first] == step + 1 && met[second] == step + 1);
        }
        pthread_barrier_wait(barrier);
    }
}

int main(int argc, char **argv)
{
    const uint32_t rounds = argc > 1 ? (uint32_t)atoi(argv[1]) : 40;
    pthread_barrier_t barrier;
    pthread_barrier_t pair;
    CHECK(pthread_barrier_init(&barrier, NULL, ranks()) == 0);
    CHECK(pthread_barrier_init(&pair, NULL, 2) == 0);
    rounds_of_all(&barrier, rounds);
    if (ranks() > 1) {
        pairs(&barrier, &pair, 2);
    }
    return failures > 0;
}
