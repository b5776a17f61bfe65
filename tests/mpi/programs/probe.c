// A probe tells what is there, so that a buffer of the right length can be chosen; the receive takes the same message.
//
// ranks: 2 3
// covers: MPI_Get_count MPI_Probe MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int words[300];
    if (rank > 0) {
        for (int i = 0; i < 300; i++)
            words[i] = i * rank;
        for (int i = 0; i < 4; i++)
            MPI_Send(words + i, 1 + rank + 70 * i, MPI_INT, 0, 10 + i, MPI_COMM_WORLD);
    } else {
        for (int source = 1; source < size; source++)
            for (int i = 0; i < 4; i++) {
                MPI_Status status;
                int count;
                MPI_Probe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_INT, &count);
                MPI_Recv(words, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                say("source %d, tag %d, count %d, last %d", source, status.MPI_TAG, count, words[count - 1]);
            }
    }
    end();
}
