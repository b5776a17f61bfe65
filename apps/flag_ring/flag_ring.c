/* A token travels around all ranks through a flag in shared memory that all ranks poll: flag_ring [HOPS]
 *
 * The flag counts the hops; it is rank r's turn when the count is r modulo the number of ranks. HOPS (default 800) is
 * rounded up to whole rounds.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/shared.h>

static WEFT_SHARED volatile uint32_t flag;

int main(int argc, char **argv)
{
    int rank;
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const uint32_t ranks = (uint32_t)size;
    const uint32_t hops = argc > 1 ? (uint32_t)atoi(argv[1]) : 800u;
    const uint32_t last = (hops + ranks - 1) / ranks * ranks;
    for (uint32_t turn = (uint32_t)rank; turn < last; turn += ranks) {
        while (flag != turn) {
        }
        flag = turn + 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%u hops\n", (unsigned)flag);
    }
    MPI_Finalize();
    return flag != last;
}
