// Blocks of equal length at given places, gathered into a plain array and spread out again in another order.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_create_indexed_block MPI_Type_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[16];
    for (int i = 0; i < 16; i++)
        words[i] = rank == 0 ? i : -1;
    const int from[3] = {2, 9, 14}, to[3] = {12, 0, 7};
    MPI_Datatype blocks;
    MPI_Type_create_indexed_block(3, 2, rank == 0 ? from : to, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);
    if (rank == 0)
        MPI_Send(words, 1, blocks, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(words, 1, blocks, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_ints("words", words, 16);
    MPI_Type_free(&blocks);
    end();
}
