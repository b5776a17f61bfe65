// A derived datatype must be committed before it is sent or received.
//
// ranks: 1 2
// covers: MPI_Bcast MPI_Irecv MPI_Recv MPI_Send MPI_Type_commit MPI_Type_contiguous MPI_Type_free
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int words[4] = {0};
    MPI_Datatype pair;
    MPI_Request request;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    say_error("MPI_Send, uncommitted datatype", MPI_Send(words, 1, pair, rank, 0, MPI_COMM_WORLD));
    say_error("MPI_Recv, uncommitted datatype", MPI_Recv(words, 1, pair, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    say_error("MPI_Irecv, uncommitted datatype", MPI_Irecv(words, 1, pair, rank, 0, MPI_COMM_WORLD, &request));
    say_error("MPI_Bcast, uncommitted datatype", MPI_Bcast(words, 1, pair, 0, MPI_COMM_WORLD));
    say_error("MPI_Type_commit", MPI_Type_commit(&pair));
    say_error("MPI_Type_commit, twice", MPI_Type_commit(&pair));
    say_error("MPI_Bcast", MPI_Bcast(words, 1, pair, 0, MPI_COMM_WORLD));
    MPI_Type_free(&pair);
    end();
}
