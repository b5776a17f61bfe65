// A communicator may be freed while a receive on it is pending; the message still arrives.
//
// ranks: 2
// covers: MPI_Comm_dup MPI_Comm_free MPI_Irecv MPI_Isend MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copy;
    MPI_Request requests[2];
    int out = 50 + rank, in = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, copy, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, copy, &requests[1]);
    MPI_Comm_free(&copy);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    say("received %d, null %d", in, copy == MPI_COMM_NULL);
    end();
}
