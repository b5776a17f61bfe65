// Every communicator's world has predefined attributes.
//
// ranks: 1 2
// covers: MPI_Comm_dup MPI_Comm_free MPI_Comm_get_attr
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *value, found;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &found);
    say("largest tag: %d, enough %d", found, found && *value >= 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &found);
    say("global clock: %d, a truth value %d", found, found && (*value == 0 || *value == 1));
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &found);
    say("input and output: %d", found);
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_get_attr(copy, MPI_TAG_UB, &value, &found);
    say("on a copy: %d, enough %d", found, found && *value >= 32767);
    MPI_Comm_free(&copy);
    end();
}
