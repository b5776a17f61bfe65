// Without an error handler of the program's own an error ends the job.
//
// ranks: 1 2
// exit:  nonzero
// covers: MPI_Barrier MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("before");
    print_said();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, size, 0, MPI_COMM_WORLD);
    say("not reached");
    end();
}
