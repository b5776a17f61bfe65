// Blocks of different lengths at places given in bytes.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_create_hindexed MPI_Type_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    short words[12];
    for (int i = 0; i < 12; i++)
        words[i] = (short)(rank == 0 ? 10 + i : -1);
    const int lengths[3] = {2, 1, 3};
    const MPI_Aint places[3] = {16, 0, 6};
    MPI_Datatype blocks;
    MPI_Type_create_hindexed(3, lengths, places, MPI_SHORT, &blocks);
    MPI_Type_commit(&blocks);
    short plain[6] = {0};
    if (rank == 0) {
        MPI_Send(words, 1, blocks, 1, 0, MPI_COMM_WORLD);
        MPI_Send(words, 1, blocks, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(plain, 6, MPI_SHORT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(words, 1, blocks, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say("in the order of the type: %d %d %d %d %d %d", plain[0], plain[1], plain[2], plain[3], plain[4], plain[5]);
        for (int i = 0; i < 12; i++)
            say("word %d: %d", i, words[i]);
    }
    MPI_Type_free(&blocks);
    end();
}
