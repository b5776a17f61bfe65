/* What a trace of a native program tells: a function, a region, messages small and large, a collective operation. */
#include <mpi.h>
#include <weft/region.h>

#define LARGE 20000

static char large[LARGE];

__attribute__((noinline)) static int work(int rounds)
{
    volatile int sum = 0;
    for (int i = 0; i < rounds; i++) {
        sum += i;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 10; round++) {
        weft_region_begin("round");
        work(100);
        if (rank == 0) {
            MPI_Send(&round, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
            MPI_Send(large, LARGE, MPI_CHAR, 1, 8, MPI_COMM_WORLD);
        } else {
            MPI_Recv(&sum, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(large, LARGE, MPI_CHAR, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        weft_region_end("round");
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
