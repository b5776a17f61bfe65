// Ranks of equal colour form a communicator, ordered by key.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allgather MPI_Allreduce MPI_Comm_free MPI_Comm_rank MPI_Comm_size MPI_Comm_split
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm part;
    int part_rank, part_size, sum, members[8];
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &part);
    MPI_Comm_rank(part, &part_rank);
    MPI_Comm_size(part, &part_size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
    MPI_Allgather(&rank, 1, MPI_INT, members, 1, MPI_INT, part);
    say("rank %d of %d, sum %d", part_rank, part_size, sum);
    say_ints("members", members, part_size);
    MPI_Comm_free(&part);
    end();
}
