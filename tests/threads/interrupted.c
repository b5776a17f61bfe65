/* A timer keeps interrupting ranks that take mutexes and wait at barriers: nothing is lost, and its ticks go on while a
 * rank waits at a barrier. (A core whose request for a lock is on the crossbar cannot be interrupted.) */
#include "common.h"
#include <pthread.h>
#include <weft/interrupt.h>
#include <weft/shared.h>

#define PERIOD 400
#define ROUNDS 20
#define LATE 3000 /* cycles by which one rank comes to a barrier later than the others: many periods */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static WEFT_SHARED volatile uint32_t turns;
static volatile uint32_t ticks;

static void tick(void *argument)
{
    *(volatile uint32_t *)argument += 1;
    weft_timer_set(weft_timer_now() + PERIOD);
}

static void be_late(void)
{
    const uint32_t start = weft_timer_cycles();
    while (weft_timer_cycles() - start < LATE) {
    }
}

int main(void)
{
    pthread_barrier_t barrier;
    CHECK(pthread_barrier_init(&barrier, NULL, ranks()) == 0);
    weft_timer_set(weft_timer_now() + PERIOD);
    weft_interrupt_attach_cause(WEFT_CAUSE_TIMER, tick, (void *)&ticks);
    weft_interrupts_on();
    const uint32_t start = weft_timer_cycles();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        CHECK(pthread_mutex_lock(&mutex) == 0);
        turns = turns + 1;
        CHECK(pthread_mutex_unlock(&mutex) == 0);
        if (round % ranks() == rank()) {
            be_late();
        }
        pthread_barrier_wait(&barrier);
    }
    const uint32_t cycles = weft_timer_cycles() - start;
    weft_interrupts_off();
    CHECK(turns == ROUNDS * ranks());
    CHECK(ticks >= cycles / (2 * PERIOD));
    return failures > 0;
}
