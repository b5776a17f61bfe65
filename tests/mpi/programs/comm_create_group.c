// MPI_Comm_create_group is called by the members only.
//
// ranks: 2 3 5 8
// covers: MPI_Allreduce MPI_Comm_create_group MPI_Comm_free MPI_Comm_group MPI_Comm_rank MPI_Comm_size
// covers: MPI_Group_free MPI_Group_range_incl
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank % 2 == 0) {
        MPI_Group world, even;
        int range[1][3] = {{0, size - 1, 2}};
        MPI_Comm part;
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_range_incl(world, 1, range, &even);
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 17, &part);
        int part_rank, part_size, sum;
        MPI_Comm_rank(part, &part_rank);
        MPI_Comm_size(part, &part_size);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
        say("rank %d of %d, sum %d", part_rank, part_size, sum);
        MPI_Comm_free(&part);
        MPI_Group_free(&even);
        MPI_Group_free(&world);
    } else {
        say("not called");
    }
    end();
}
