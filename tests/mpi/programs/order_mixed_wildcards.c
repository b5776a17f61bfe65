// A receive for any tag takes the oldest message, a receive for one tag the oldest of that tag, in turn.
//
// ranks: 2
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int sent[8] = {1, 2, 1, 3, 2, 1, 3, 2};
    const int wanted[8] = {2, MPI_ANY_TAG, 3, MPI_ANY_TAG, MPI_ANY_TAG, 3, MPI_ANY_TAG, MPI_ANY_TAG};
    for (int i = 0; i < 8 && rank == 0; i++)
        MPI_Send(&i, 1, MPI_INT, 1, sent[i], MPI_COMM_WORLD);
    for (int i = 0; i < 8 && rank == 1; i++) {
        MPI_Status status;
        int value;
        MPI_Recv(&value, 1, MPI_INT, 0, wanted[i], MPI_COMM_WORLD, &status);
        say("message %d with tag %d", value, status.MPI_TAG);
    }
    end();
}
