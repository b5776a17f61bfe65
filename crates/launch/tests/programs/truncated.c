/* A message of more bytes than an int can tell, for a buffer of eight: the error says both. Its data are never read. */
#define _GNU_SOURCE
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

#define DOUBLES 625000000

int main(int argc, char **argv)
{
    int rank;
    double number;
    void *const many =
        mmap(NULL, (size_t)DOUBLES * sizeof number, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(many, DOUBLES, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&number, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
