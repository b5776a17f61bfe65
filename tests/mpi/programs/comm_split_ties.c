// Of equal keys the old order decides.
//
// ranks: 2 5 8
// covers: MPI_Allgather MPI_Comm_free MPI_Comm_split
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm part;
    int members[8];
    MPI_Comm_split(MPI_COMM_WORLD, 7, rank % 2, &part);
    MPI_Allgather(&rank, 1, MPI_INT, members, 1, MPI_INT, part);
    say_ints("members", members, size);
    MPI_Comm_free(&part);
    end();
}
