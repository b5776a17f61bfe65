// The ranks of a broadcast may describe the same sequence of numbers by different datatypes.
//
// ranks: 2 3
// covers: MPI_Bcast MPI_Type_commit MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[12];
    for (int i = 0; i < 12; i++)
        words[i] = rank == 0 ? i : -1;
    MPI_Datatype pairs;
    MPI_Type_vector(3, 2, 4, MPI_INT, &pairs);
    MPI_Type_commit(&pairs);
    if (rank == 0)
        MPI_Bcast(words, 6, MPI_INT, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(words, 1, pairs, 0, MPI_COMM_WORLD);
    MPI_Type_free(&pairs);
    say_ints("words", words, 12);
    end();
}
