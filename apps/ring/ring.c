/* A token travels around all ranks in messages of four bytes: ring [HOPS]
 *
 * Each rank adds one to the token. After HOPS hops (default 800, rounded up to whole rounds) rank 0 prints the token,
 * which is then the number of hops.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    int size;
    int token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int hops = argc > 1 ? atoi(argv[1]) : 800;
    const int rounds = (hops + size - 1) / size;
    const int next = (rank + 1) % size;
    const int previous = (rank + size - 1) % size;
    for (int round = 0; round < rounds; round++) {
        if (rank > 0) {
            MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        token++;
        MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Recv(&token, 1, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (rank == 0) {
        printf("%d hops\n", token);
    }
    MPI_Finalize();
    return rank == 0 && token != rounds * size;
}
