// Which rank has the largest and the smallest value; of equal ones the lowest rank.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allreduce MPI_Reduce MPI_Scan
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    struct {
        double value;
        int where;
    } mine[3] = {{-1.0 * rank, rank}, {rank % 3, rank}, {5.0, rank}}, result[3];
    MPI_Allreduce(mine, result, 3, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    for (int i = 0; i < 3; i++)
        say("largest %d at %d", (int)result[i].value, result[i].where);
    MPI_Reduce(mine, result, 3, MPI_DOUBLE_INT, MPI_MINLOC, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 3 && rank == 0; i++)
        say("smallest %d at %d", (int)result[i].value, result[i].where);
    int pair[2] = {(rank * 5 + 2) % 7, 100 + rank}, pair_result[2];
    MPI_Scan(pair, pair_result, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD);
    say_ints("so far", pair_result, 2);
    end();
}
