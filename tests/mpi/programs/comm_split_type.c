// A split by shared memory keeps the order of ranks; ranks that take no part get none.
//
// ranks: 1 2 3 5
// covers: MPI_Allgather MPI_Comm_free MPI_Comm_rank MPI_Comm_size MPI_Comm_split_type
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm part;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &part);
    int part_rank, part_size, members[8], ordered = 1;
    MPI_Comm_rank(part, &part_rank);
    MPI_Comm_size(part, &part_size);
    MPI_Allgather(&rank, 1, MPI_INT, members, 1, MPI_INT, part);
    for (int i = 1; i < part_size; i++)
        ordered = ordered && members[i - 1] < members[i];
    say("ordered %d, I am there %d, size possible %d", ordered, members[part_rank] == rank, part_size <= size);
    MPI_Comm_free(&part);
    MPI_Comm_split_type(MPI_COMM_WORLD, rank == 0 ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, 0, MPI_INFO_NULL, &part);
    say("none %d", part == MPI_COMM_NULL);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    end();
}
