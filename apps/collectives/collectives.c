/* Measures MPI_Barrier, and MPI_Allreduce of four bytes, of all ranks: the mean of many in a row, and the first of
 * each, when no two ranks have exchanged a message yet.
 *
 *     weft run -q --reports --platform mesh256 apps/collectives/collectives.c
 */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <weft/report.h>
#include <weft/timer.h>

#define IN_A_ROW 8

static int rank;
static int ranks;

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Each rank contributes its number, so that a wrong sum is detected. */
static void allreduce(void)
{
    int sum;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != ranks * (ranks - 1) / 2) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Returns the cycles of `count` calls in a row. */
static uint32_t time_of(void (*operation)(void), int count)
{
    const uint64_t start = weft_timer_now();
    for (int i = 0; i < count; i++) {
        operation();
    }
    return (uint32_t)(weft_timer_now() - start);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const uint32_t first_barrier = time_of(barrier, 1);
    const uint32_t barriers = time_of(barrier, IN_A_ROW);
    const uint32_t first_allreduce = time_of(allreduce, 1);
    const uint32_t allreduces = time_of(allreduce, IN_A_ROW);
    if (rank == 0) {
        weft_report_at("first barrier #", ranks, first_barrier);
        weft_report_at("barrier #", ranks, barriers / IN_A_ROW);
        weft_report_at("first allreduce #", ranks, first_allreduce);
        weft_report_at("allreduce #", ranks, allreduces / IN_A_ROW);
    }
    MPI_Finalize();
    return 0;
}
