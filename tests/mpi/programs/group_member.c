// The own rank in a group that one does not belong to is MPI_UNDEFINED.
//
// ranks: 2 5
// covers: MPI_Comm_group MPI_Group_excl MPI_Group_free MPI_Group_rank MPI_Group_size
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, others;
    int zero = 0, group_rank, group_size;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_excl(world, 1, &zero, &others);
    MPI_Group_rank(others, &group_rank);
    MPI_Group_size(others, &group_size);
    say("rank %d of %d", group_rank == MPI_UNDEFINED ? -1 : group_rank, group_size);
    MPI_Group_free(&others);
    MPI_Group_free(&world);
    end();
}
