// Everybody gathers from everybody; then again with the own part in place.
//
// ranks: 1 2 3 5 8
// covers: MPI_Allgather
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int mine[2] = {rank * rank, 7 - rank}, all[16] = {0};
    MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("gathered", all, 2 * size);
    for (int i = 0; i < 2 * size; i++)
        all[i] = i / 2 == rank ? all[i] + 100 : -1;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_INT, MPI_COMM_WORLD);
    say_ints("in place", all, 2 * size);
    end();
}
