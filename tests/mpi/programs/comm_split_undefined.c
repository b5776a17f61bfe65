// Ranks without a colour get no communicator.
//
// ranks: 2 3 5
// covers: MPI_Comm_free MPI_Comm_rank MPI_Comm_size MPI_Comm_split
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm part;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? MPI_UNDEFINED : 0, 0, &part);
    if (part == MPI_COMM_NULL) {
        say("none");
    } else {
        int part_rank, part_size;
        MPI_Comm_rank(part, &part_rank);
        MPI_Comm_size(part, &part_size);
        say("rank %d of %d", part_rank, part_size);
        MPI_Comm_free(&part);
    }
    end();
}
