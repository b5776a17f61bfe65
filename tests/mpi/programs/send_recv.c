// Blocking messages along a chain: each rank adds to what it received.
//
// ranks: 2 3 5 8
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int value = 100;
    if (rank > 0)
        MPI_Recv(&value, 1, MPI_INT, rank - 1, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value += rank;
    say("value %d", value);
    if (rank + 1 < size)
        MPI_Send(&value, 1, MPI_INT, rank + 1, 4, MPI_COMM_WORLD);
    end();
}
