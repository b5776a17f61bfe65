/* Every way that a message can take, collective operations, a region of the program, a function that is called. */
#include <mpi.h>
#include <stdint.h>
#include <weft/region.h>

#define LARGE 1000

static char large[LARGE];

__attribute__((noinline)) int work(int rounds)
{
    volatile int sum = 0;
    for (int i = 0; i < rounds; i++) {
        sum += i;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rank, ranks, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    weft_region_begin("rounds");
    for (int round = 0; round < 20; round++) {
        if (rank == 0) {
            MPI_Send(&round, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
            MPI_Send(large, LARGE, MPI_CHAR, 1, 300, MPI_COMM_WORLD);
            work(100);
        } else if (rank == 1) {
            MPI_Recv(&sum, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            work(50);
            MPI_Recv(large, LARGE, MPI_CHAR, 0, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        MPI_Request request;
        MPI_Irecv(&sum, 1, MPI_INT, (rank + ranks - 1) % ranks, 3, MPI_COMM_WORLD, &request);
        MPI_Send(&rank, 1, MPI_INT, (rank + 1) % ranks, 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    weft_region_end("rounds");
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
