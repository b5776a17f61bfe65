// The empty group makes no communicator.
//
// ranks: 1 2 3
// covers: MPI_Comm_create
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm part = MPI_COMM_WORLD;
    int result = MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &part);
    say("result %d, none %d", result, part == MPI_COMM_NULL);
    end();
}
