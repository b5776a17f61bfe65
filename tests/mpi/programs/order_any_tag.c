// MPI_ANY_TAG takes the messages of one source in the order in which they were sent.
//
// ranks: 2
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    const int tags[6] = {5, 3, 5, 32767, 0, 3};
    for (int i = 0; i < 6; i++) {
        int value = 100 + i;
        MPI_Status status;
        if (rank == 0) {
            MPI_Send(&value, 1, MPI_INT, 1, tags[i], MPI_COMM_WORLD);
        } else {
            MPI_Recv(&value, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            say("value %d with tag %d", value, status.MPI_TAG);
        }
    }
    end();
}
