// Both wildcards: many messages from all ranks, in order for each source, with their own tags.
//
// ranks: 2 5 8
// covers: MPI_Recv MPI_Send
#include "say.h"

enum { MESSAGES = 30 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int next[64] = {0}, wrong = 0;
    if (rank == 0) {
        for (int i = 0; i < MESSAGES * (size - 1); i++) {
            MPI_Status status;
            int value;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            int expected = next[status.MPI_SOURCE]++;
            wrong += value != expected || status.MPI_TAG != expected % 7 + status.MPI_SOURCE;
        }
        say_ints("received by source", next, size);
        say("wrong: %d", wrong);
    } else {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Send(&i, 1, MPI_INT, 0, i % 7 + rank, MPI_COMM_WORLD);
    }
    end();
}
