/* A program's own timer interrupts, while messages of all lengths go round: none is lost, neither ticks nor messages.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <weft/interrupt.h>
#include <weft/timer.h>

#define PERIOD 700
#define LONGEST 3000
#define ROUNDS 15

static volatile uint32_t ticks;
static unsigned char out[LONGEST];
static unsigned char in[LONGEST];

WEFT_INTERRUPT_HANDLER(tick)
{
    weft_timer_set(weft_timer_now() + PERIOD);
    ticks++;
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    weft_interrupt_vector(tick);
    weft_timer_set(weft_timer_now() + PERIOD);
    weft_interrupt_enable(WEFT_INTERRUPT_BIT(WEFT_CAUSE_TIMER));
    weft_interrupts_on();
    const int next = (rank + 1) % size;
    const int previous = (rank + size - 1) % size;
    const uint32_t start = weft_timer_cycles();
    int wrong = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const int length = round * round * 5 + round % 3;
        for (int i = 0; i < length; i++) {
            out[i] = (unsigned char)(rank + round + i);
        }
        MPI_Sendrecv(out, length, MPI_BYTE, next, round, in, LONGEST, MPI_BYTE, MPI_ANY_SOURCE, round, MPI_COMM_WORLD,
                     &status);
        wrong |= status.MPI_SOURCE != previous;
        for (int i = 0; i < length; i++) {
            wrong |= in[i] != (unsigned char)(previous + round + i);
        }
    }
    weft_interrupts_off();
    const uint32_t expected = (weft_timer_cycles() - start) / PERIOD;
    if (wrong || ticks < expected / 2) {
        printf("rank %d: wrong data: %d; %u ticks of %u\n", rank, wrong, (unsigned)ticks, (unsigned)expected);
        return 1;
    }
    MPI_Finalize();
    return 0;
}
