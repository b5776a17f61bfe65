// The functions by their PMPI names.
//
// ranks: 1 2
// covers: MPI_Allreduce MPI_Barrier MPI_Comm_rank MPI_Comm_size MPI_Finalize MPI_Get_count MPI_Init
// covers: MPI_Irecv MPI_Send MPI_Wait MPI_Wtime
#include "say.h"

int main(int argc, char **argv)
{
    PMPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    int value = rank + 1, sum, other = -1, count, right = (rank + 1) % size, left = (rank + size - 1) % size;
    MPI_Request request;
    MPI_Status status;
    PMPI_Irecv(&other, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &request);
    PMPI_Send(&value, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
    PMPI_Wait(&request, &status);
    PMPI_Get_count(&status, MPI_INT, &count);
    PMPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    PMPI_Barrier(MPI_COMM_WORLD);
    say("received %d, count %d, sum %d, clock %d", other, count, sum, PMPI_Wtime() >= 0);
    print_said();
    PMPI_Finalize();
}
