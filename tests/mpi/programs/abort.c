// MPI_Abort on one rank ends all of them, and its code is the exit status of the job.
//
// ranks: 1 2 5
// exit:  3
// covers: MPI_Abort MPI_Barrier MPI_Recv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("before");
    print_said();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Recv(&rank, 1, MPI_INT, size - 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("not reached");
    end();
}
