// A duplicate of a datatype is committed when the original is, and outlives it.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_dup MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[6] = {0, 1, 2, 3, 4, 5}, in[6] = {0};
    MPI_Datatype every_other, copy, basic;
    MPI_Type_vector(3, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    MPI_Type_dup(every_other, &copy);
    MPI_Type_free(&every_other);
    MPI_Type_dup(MPI_INT, &basic);
    if (rank == 0)
        MPI_Send(words, 1, copy, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(in, 3, basic, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_ints("received", in, 6);
    MPI_Type_free(&copy);
    MPI_Type_free(&basic);
    end();
}
