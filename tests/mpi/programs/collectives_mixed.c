// A long run of different collectives with moving roots, the result of each feeding the next.
//
// ranks: 2 3 5 8
// covers: MPI_Allreduce MPI_Barrier MPI_Bcast MPI_Gather MPI_Scan MPI_Scatter
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int state = rank + 1, all[8], sum;
    for (int round = 0; round < 30; round++) {
        int root = round % size;
        MPI_Allreduce(&state, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Gather(&state, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
        if (rank == root)
            for (int i = 0; i < size; i++)
                all[i] = (all[i] * 7 + sum + i) % 10007;
        MPI_Scatter(all, 1, MPI_INT, &state, 1, MPI_INT, root, MPI_COMM_WORLD);
        int first = state;
        MPI_Bcast(&first, 1, MPI_INT, (root + 1) % size, MPI_COMM_WORLD);
        MPI_Scan(MPI_IN_PLACE, &state, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        state = (state + first) % 10007;
        if (round % 7 == 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    say("state %d", state);
    end();
}
