// A vector that runs backwards turns an array round.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Type_commit MPI_Type_free MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[6] = {0, 1, 2, 3, 4, 5}, turned[6] = {0};
    MPI_Datatype backwards;
    MPI_Type_vector(6, 1, -1, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    if (rank == 0)
        MPI_Send(&words[5], 1, backwards, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(turned, 6, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say_ints("turned", turned, 6);
    MPI_Type_free(&backwards);
    end();
}
