// A duplicate has the same ranks and its own messages.
//
// ranks: 1 2 3 5
// covers: MPI_Comm_dup MPI_Comm_free MPI_Comm_rank MPI_Comm_size MPI_Isend MPI_Recv MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    int copy_rank, copy_size, right = (rank + 1) % size, left = (rank + size - 1) % size, first, second;
    MPI_Comm_rank(copy, &copy_rank);
    MPI_Comm_size(copy, &copy_size);
    MPI_Request requests[2];
    int in_world = 100 + rank, in_copy = 200 + rank;
    MPI_Isend(&in_world, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&in_copy, 1, MPI_INT, right, 5, copy, &requests[1]);
    MPI_Recv(&second, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
    MPI_Recv(&first, 1, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    say("rank %d of %d, in the world %d, in the copy %d", copy_rank, copy_size, first, second);
    MPI_Comm_free(&copy);
    say("null %d", copy == MPI_COMM_NULL);
    end();
}
