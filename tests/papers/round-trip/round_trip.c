/* A message to rank 1 and back, and how many cycles it takes. */
#include <mpi.h>
#include <stdint.h>
#include <weft/report.h>
#include <weft/timer.h>

int main(int argc, char **argv)
{
    int rank;
    int word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        const uint32_t start = weft_timer_cycles();
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        weft_report_at("round-trip #", (int)sizeof word, weft_timer_cycles() - start);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
