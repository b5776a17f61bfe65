// MPI_ANY_SOURCE takes one message of each rank; the status tells which.
//
// ranks: 2 3 5 8
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    if (rank != 0) {
        int value = rank * rank;
        MPI_Send(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD);
    } else {
        int values[64] = {0};
        for (int i = 1; i < size; i++) {
            MPI_Status status;
            int value;
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
            values[status.MPI_SOURCE] += value;
        }
        say_ints("by source", values, size);
    }
    end();
}
