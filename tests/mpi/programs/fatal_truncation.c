// A message longer than the receive's buffer is an error that ends the job, never a silent cut.
//
// ranks: 2
// exit:  nonzero
// covers: MPI_Barrier MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("before");
    print_said();
    int values[4] = {1, 2, 3, 4};
    if (rank == 0)
        MPI_Send(values, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    say("not reached");
    end();
}
