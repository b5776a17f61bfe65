/* Every rank computes independently: compute [ITERATIONS] [TICKS]
 *
 * Mixed integer work on a table in the data memory: shifts, multiplications, branches that go both ways, loads and
 * stores. Each rank prints a checksum, so that the compiler cannot remove the work. If TICKS is above zero, the timer
 * interrupts every rank each TICKS cycles, and the interrupts are counted.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

#define WORDS 1024u

static uint32_t table[WORDS];
static volatile uint32_t interrupts;
static uint32_t period;

WEFT_INTERRUPT_HANDLER(tick)
{
    weft_timer_set(weft_timer_now() + period);
    interrupts++;
}

static void start_ticking(uint32_t cycles)
{
    period = cycles;
    weft_timer_set(weft_timer_now() + period);
    weft_interrupt_vector(tick);
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
    weft_interrupts_on();
}

/* One pass over the table; `state` is the generator of Marsaglia's xorshift. */
static uint32_t pass(uint32_t state)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        const uint32_t place = state % WORDS;
        if (table[place] & 1u) {
            sum += table[place] * 2654435761u;
        } else {
            sum ^= table[i] + state;
        }
        table[i] = sum;
    }
    return state ^ sum;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int iterations = argc > 1 ? atoi(argv[1]) : 100;
    const uint32_t ticks = argc > 2 ? (uint32_t)atoi(argv[2]) : 0;
    if (ticks > 0) {
        start_ticking(ticks);
    }
    uint32_t state = 2463534242u + (uint32_t)rank;
    for (int i = 0; i < iterations; i++) {
        state = pass(state);
    }
    weft_interrupts_off();
    printf("rank %d: checksum %08lx\n", rank, (unsigned long)state);
    if (ticks > 0) {
        printf("rank %d: %lu timer interrupts\n", rank, (unsigned long)interrupts);
    }
    MPI_Finalize();
    return 0;
}
