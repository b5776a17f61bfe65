// A send whose request is freed still arrives.
//
// ranks: 2
// covers: MPI_Isend MPI_Recv MPI_Request_free MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int words[2000];
    if (rank == 0) {
        for (int i = 0; i < 2000; i++)
            words[i] = i;
        MPI_Request request;
        MPI_Isend(words, 2000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        say("null request: %d", request == MPI_REQUEST_NULL);
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(words, 2000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        say("last word %d", words[1999]);
    }
    end();
}
