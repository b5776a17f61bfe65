// Communicators of communicators: each level halves the one above, with messages and collectives on all of them.
//
// ranks: 2 5 8
// covers: MPI_Allreduce MPI_Comm_dup MPI_Comm_free MPI_Comm_rank MPI_Comm_size MPI_Comm_split
// covers: MPI_Sendrecv_replace
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm levels[5];
    int depth = 0, sum, level_rank, level_size;
    MPI_Comm_dup(MPI_COMM_WORLD, &levels[0]);
    for (;;) {
        MPI_Comm_rank(levels[depth], &level_rank);
        MPI_Comm_size(levels[depth], &level_size);
        if (level_size == 1)
            break;
        MPI_Comm_split(levels[depth], level_rank >= level_size / 2, rank, &levels[depth + 1]);
        depth++;
    }
    for (int i = depth; i >= 0; i--) {
        int token = rank;
        MPI_Comm_rank(levels[i], &level_rank);
        MPI_Comm_size(levels[i], &level_size);
        MPI_Sendrecv_replace(&token, 1, MPI_INT, (level_rank + 1) % level_size, 3,
                             (level_rank + level_size - 1) % level_size, 3, levels[i], MPI_STATUS_IGNORE);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, levels[i]);
        say("level %d: rank %d of %d, neighbour %d, sum %d", i, level_rank, level_size, token, sum);
        MPI_Comm_free(&levels[i]);
    }
    end();
}
