// A datatype may be freed while a message of it is under way, and while others are built on it.
//
// ranks: 2
// covers: MPI_Irecv MPI_Isend MPI_Type_commit MPI_Type_contiguous MPI_Type_free MPI_Type_vector MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[40], in[20] = {0};
    for (int i = 0; i < 40; i++)
        words[i] = i + rank;
    MPI_Datatype pair, spread;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_vector(10, 1, 2, pair, &spread);
    MPI_Type_free(&pair);
    MPI_Type_commit(&spread);
    MPI_Request requests[2];
    MPI_Irecv(in, 20, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(words, 1, spread, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Type_free(&spread);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    say_ints("received", in, 20);
    say("null %d", spread == MPI_DATATYPE_NULL && pair == MPI_DATATYPE_NULL);
    end();
}
