// Datatypes without content, and counts of 0 of others, make empty messages.
//
// ranks: 2
// covers: MPI_Get_count MPI_Recv MPI_Send MPI_Type_commit MPI_Type_free MPI_Type_indexed MPI_Type_size
// covers: MPI_Type_vector
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype nothing, vector;
    int zero = 0, place = 3, word = 8, count = -1, bytes = -1;
    MPI_Type_indexed(1, &zero, &place, MPI_INT, &nothing);
    MPI_Type_vector(0, 2, 4, MPI_INT, &vector);
    MPI_Type_commit(&nothing);
    MPI_Type_commit(&vector);
    MPI_Type_size(nothing, &bytes);
    MPI_Status status;
    if (rank == 0) {
        MPI_Send(&word, 5, nothing, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&word, 1, vector, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        say("tag %d, count %d", status.MPI_TAG, count);
        MPI_Recv(&word, 1, nothing, 0, 2, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        say("tag %d, count %d", status.MPI_TAG, count);
    }
    say("size %d, word %d", bytes, word);
    MPI_Type_free(&nothing);
    MPI_Type_free(&vector);
    end();
}
