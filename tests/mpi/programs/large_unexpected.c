// Large messages wait at their senders while the receiver first takes small ones that were sent later.
//
// ranks: 2 3
// covers: MPI_Isend MPI_Recv MPI_Send MPI_Wait
#include "say.h"

enum { WORDS = 16384 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int block[WORDS];
    if (rank > 0) {
        MPI_Request request;
        for (int i = 0; i < WORDS; i++)
            block[i] = i * rank;
        MPI_Isend(block, WORDS, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        for (int source = size - 1; source > 0; source--) {
            int small, wrong = 0;
            MPI_Recv(&small, 1, MPI_INT, source, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Recv(block, WORDS, MPI_INT, source, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < WORDS; i++)
                wrong += block[i] != i * source;
            say("small %d, wrong words in the large: %d", small, wrong);
        }
    }
    end();
}
