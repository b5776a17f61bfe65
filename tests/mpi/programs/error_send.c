// Wrong arguments of sends.
//
// ranks: 1 2
// covers: MPI_Bsend MPI_Ibsend MPI_Irsend MPI_Isend MPI_Issend MPI_Rsend MPI_Send MPI_Send_init MPI_Ssend
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int word = 1;
    MPI_Request request;
    say_error("MPI_Send, rank too large", MPI_Send(&word, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    say_error("MPI_Send, negative rank", MPI_Send(&word, 1, MPI_INT, -99, 0, MPI_COMM_WORLD));
    say_error("MPI_Send, negative tag", MPI_Send(&word, 1, MPI_INT, 0, -99, MPI_COMM_WORLD));
    say_error("MPI_Send, any tag", MPI_Send(&word, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD));
    say_error("MPI_Send, negative count", MPI_Send(&word, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    say_error("MPI_Send, null datatype", MPI_Send(&word, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD));
    say_error("MPI_Send, null communicator", MPI_Send(&word, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    say_error("MPI_Send, null buffer", MPI_Send(NULL, 1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    say_error("MPI_Ssend, rank too large", MPI_Ssend(&word, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    say_error("MPI_Rsend, negative tag", MPI_Rsend(&word, 1, MPI_INT, 0, -99, MPI_COMM_WORLD));
    say_error("MPI_Bsend, negative count", MPI_Bsend(&word, -1, MPI_INT, 0, 0, MPI_COMM_WORLD));
    say_error("MPI_Isend, rank too large", MPI_Isend(&word, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    say_error("MPI_Issend, negative tag", MPI_Issend(&word, 1, MPI_INT, 0, -99, MPI_COMM_WORLD, &request));
    say_error("MPI_Irsend, negative count", MPI_Irsend(&word, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    say_error("MPI_Ibsend, null datatype", MPI_Ibsend(&word, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD, &request));
    say_error("MPI_Send_init, rank too large", MPI_Send_init(&word, 1, MPI_INT, size, 0, MPI_COMM_WORLD, &request));
    end();
}
