// A nonblocking duplication; the copy may be used when the request is complete.
//
// ranks: 1 2 3 5
// covers: MPI_Allreduce MPI_Comm_compare MPI_Comm_free MPI_Comm_idup MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copies[2];
    MPI_Request requests[2];
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[0], &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_idup(copies[0], &copies[1], &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    int sum, result;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copies[1]);
    MPI_Comm_compare(copies[0], copies[1], &result);
    say("sum %d, congruent %d", sum, result == MPI_CONGRUENT);
    MPI_Comm_free(&copies[0]);
    MPI_Comm_free(&copies[1]);
    end();
}
