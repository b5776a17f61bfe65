// MPI_COMM_SELF has one member, with rank 0, and is no relative of MPI_COMM_WORLD with more.
//
// ranks: 1 2 5
// covers: MPI_Allreduce MPI_Comm_compare MPI_Comm_rank MPI_Comm_size
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int self_rank, self_size, sum, result;
    MPI_Comm_rank(MPI_COMM_SELF, &self_rank);
    MPI_Comm_size(MPI_COMM_SELF, &self_size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    MPI_Comm_compare(MPI_COMM_SELF, MPI_COMM_WORLD, &result);
    say("rank %d of %d, sum %d, congruent %d, unequal %d", self_rank, self_size, sum, result == MPI_CONGRUENT,
        result == MPI_UNEQUAL);
    end();
}
