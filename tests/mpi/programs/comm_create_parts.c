// MPI_Comm_create with groups that have no member in common makes several communicators in one call.
//
// ranks: 2 3 5 8
// covers: MPI_Allreduce MPI_Comm_create MPI_Comm_free MPI_Comm_group MPI_Comm_rank MPI_Comm_size
// covers: MPI_Group_free MPI_Group_range_incl
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, mine;
    int half = size / 2, low = rank < half;
    int range[1][3] = {{low ? 0 : half, low ? half - 1 : size - 1, 1}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &mine);
    MPI_Comm part;
    MPI_Comm_create(MPI_COMM_WORLD, mine, &part);
    int part_rank, part_size, sum;
    MPI_Comm_rank(part, &part_rank);
    MPI_Comm_size(part, &part_size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
    say("rank %d of %d, sum %d", part_rank, part_size, sum);
    MPI_Comm_free(&part);
    MPI_Group_free(&mine);
    MPI_Group_free(&world);
    end();
}
