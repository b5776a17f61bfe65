// A large message found by a matched probe, while small ones overtake it.
//
// ranks: 2
// covers: MPI_Get_count MPI_Isend MPI_Mprobe MPI_Mrecv MPI_Recv MPI_Send MPI_Wait
#include "say.h"

enum { WORDS = 30000 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int words[WORDS];
    if (rank == 0) {
        MPI_Request request;
        for (int i = 0; i < WORDS; i++)
            words[i] = 2 * i;
        MPI_Isend(words, WORDS, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        for (int i = 0; i < 5; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Message message;
        MPI_Status status;
        int count, small[5], wrong = 0;
        MPI_Mprobe(0, 1, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        for (int i = 0; i < 5; i++)
            MPI_Recv(&small[i], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mrecv(words, WORDS, MPI_INT, &message, &status);
        for (int i = 0; i < WORDS; i++)
            wrong += words[i] != 2 * i;
        say_ints("small ones", small, 5);
        say("count %d, wrong %d", count, wrong);
    }
    end();
}
