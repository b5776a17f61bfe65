/* What a region is worth: rank 0 prints the cycles of the same exchange with rank 1 before a region of priority, in it
 * and behind it, while all others keep storing to the scratchpad by which these two exchange. */
#include <mpi.h>
#include <qos.h>
#include <stdio.h>
#include <weft/shared.h>

#include "../../apps/stopwatch.h"

#define WORDS 64
#define TIMES 4

static WEFT_SHARED volatile uint32_t over;

/* Stores to the end of core 0's part of the scratchpad, which is the program's. */
static void load(void)
{
    static const uint32_t parts[] = WEFT_CLUSTER_MEMORY_OF_CORE;
    volatile uint32_t *const end = (volatile uint32_t *)(parts[0] + WEFT_CLUSTER_MEMORY_PART) - 1;
    while (!over) {
        for (int i = 0; i < 64; i++) {
            *end = 0;
        }
    }
}

/* Knows nothing of priorities. */
static void exchange(int rank)
{
    static int mine[WORDS];
    static int theirs[WORDS];
    for (int i = 0; i < TIMES; i++) {
        if (rank == 0) {
            MPI_Send(mine, WORDS, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(theirs, WORDS, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(theirs, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(mine, WORDS, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }
}

static void time_exchange(const char *where, int rank)
{
    const uint32_t start = *COUNTER;
    exchange(rank);
    if (rank == 0) {
        printf("%s %lu\n", where, (unsigned long)(*COUNTER - start));
    }
}

int main(int argc, char **argv)
{
    const int priority = 1;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank >= 2) {
        load();
    } else {
        time_exchange("first", rank); /* rings and peers are set up */
        time_exchange("before", rank);
        MPI_Comm_set_attr(MPI_COMM_WORLD, WEFT_PRIORITY, (void *)&priority);
        time_exchange("inside", rank);
        MPI_Comm_delete_attr(MPI_COMM_WORLD, WEFT_PRIORITY);
        time_exchange("behind", rank);
        over = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
