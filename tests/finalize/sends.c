/* Rank 0 sends rank 1 as many messages as the argument says: eight of 4 bytes, more than there is credit for at once,
 * and eight of 3,000 in turn. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static char data[3000];
    const int messages = argc > 1 ? atoi(argv[1]) : 0;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < messages && rank < 2; i++) {
        const int bytes = i % 16 < 8 ? 4 : (int)sizeof data;
        if (rank == 0) {
            MPI_Send(data, bytes, MPI_BYTE, 1, 5, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, bytes, MPI_BYTE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    return MPI_Finalize();
}
