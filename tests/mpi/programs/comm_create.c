// A communicator of a group; those outside it get none.
//
// ranks: 1 2 3 5 8
// covers: MPI_Comm_create MPI_Comm_free MPI_Comm_group MPI_Comm_rank MPI_Group_free MPI_Group_incl MPI_Scan
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, odd;
    int members[8], count = 0;
    for (int peer = size - 1; peer >= 0; peer--)
        if (peer % 2 == 1 || peer == 0)
            members[count++] = peer;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, members, &odd);
    MPI_Comm part;
    MPI_Comm_create(MPI_COMM_WORLD, odd, &part);
    if (part == MPI_COMM_NULL) {
        say("none");
    } else {
        int part_rank, sum;
        MPI_Comm_rank(part, &part_rank);
        MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
        say("rank %d, sum so far %d", part_rank, sum);
        MPI_Comm_free(&part);
    }
    MPI_Group_free(&odd);
    MPI_Group_free(&world);
    end();
}
