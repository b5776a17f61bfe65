// The group of a communicator: its size, the own rank in it, and the empty group.
//
// ranks: 1 2 3 5
// covers: MPI_Comm_group MPI_Group_free MPI_Group_rank MPI_Group_size
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world;
    int group_size, group_rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(world, &group_size);
    MPI_Group_rank(world, &group_rank);
    say("rank %d of %d", group_rank, group_size);
    MPI_Group_size(MPI_GROUP_EMPTY, &group_size);
    MPI_Group_rank(MPI_GROUP_EMPTY, &group_rank);
    say("empty: size %d, undefined %d", group_size, group_rank == MPI_UNDEFINED);
    MPI_Group_free(&world);
    say("null %d", world == MPI_GROUP_NULL);
    end();
}
