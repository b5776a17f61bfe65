// A large message cut short by its receive, one of which nothing is received, and one in the middle of an exchange.
//
// ranks: 2
// covers: MPI_Recv MPI_Send MPI_Sendrecv
#include "errors.h"

enum { WORDS = 20000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    static int words[WORDS], in[WORDS];
    MPI_Status status;
    if (rank == 0) {
        MPI_Send(words, WORDS, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Send(words, WORDS, MPI_INT, 1, 3, MPI_COMM_WORLD);
        MPI_Send(words, WORDS, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        say_error("MPI_Recv", MPI_Recv(in, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, &status));
        say_error("MPI_Recv, no room", MPI_Recv(in, 0, MPI_INT, 0, 3, MPI_COMM_WORLD, &status));
        say_error("MPI_Recv, next", MPI_Recv(in, WORDS, MPI_INT, 0, 1, MPI_COMM_WORLD, &status));
    }
    say_error("MPI_Sendrecv",
              MPI_Sendrecv(words, 10, MPI_INT, 1 - rank, 2, in, 5, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &status));
    end();
}
