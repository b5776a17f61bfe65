/* A program that is slower than it should be; docs/guides/waveform.md finds the reason.
 *
 * Rank 0 fills a table in the shared memory. The other ranks use the table when a flag there says that it is complete.
 * With -D BARRIER they wait at a barrier instead.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <weft/shared.h>
#include <weft/timer.h>

#define ENTRIES 256

WEFT_SHARED static volatile uint32_t table[ENTRIES];
WEFT_SHARED static volatile uint32_t complete;

static void fill(void)
{
    const uint32_t start = weft_timer_cycles();
    for (uint32_t i = 0; i < ENTRIES; i++) {
        table[i] = i * i;
    }
    complete = 1;
    printf("filled in %u cycles\n", (unsigned)(weft_timer_cycles() - start));
}

static void await_table(int rank)
{
#ifdef BARRIER
    (void)rank;
    MPI_Barrier(MPI_COMM_WORLD);
#else
    while (rank != 0 && !complete) {
    }
#endif
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        fill();
    }
    await_table(rank);
    const int wrong = table[ENTRIES - 1] != (ENTRIES - 1) * (ENTRIES - 1);
    MPI_Finalize();
    return wrong;
}
