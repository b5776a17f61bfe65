// Tags from 0 to the upper bound that the library states, which is at least 32767.
//
// ranks: 1 2
// covers: MPI_Comm_get_attr MPI_Sendrecv
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int *bound, found = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    say("stated %d, large enough %d", found, found && *bound >= 32767);
    const int tags[4] = {0, 1023, 32767, *bound};
    for (int i = 0; i < 4; i++) {
        int in = -1;
        MPI_Status status;
        MPI_Sendrecv(&i, 1, MPI_INT, size - 1 - rank, tags[i], &in, 1, MPI_INT, size - 1 - rank, MPI_ANY_TAG,
                     MPI_COMM_WORLD, &status);
        say("value %d, its tag %d", in, status.MPI_TAG == tags[i]);
    }
    end();
}
