// A status tells the source, the tag and the length of what came.
//
// ranks: 2 5
// covers: MPI_Get_count MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    double values[8] = {1, 2, 3};
    if (rank > 0) {
        MPI_Send(values, rank % 8, MPI_DOUBLE, 0, 10 * rank, MPI_COMM_WORLD);
    } else {
        for (int source = 1; source < size; source++) {
            MPI_Status status;
            int count;
            MPI_Recv(values, 8, MPI_DOUBLE, source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_DOUBLE, &count);
            say("source %d, tag %d, count %d", status.MPI_SOURCE, status.MPI_TAG, count);
        }
    }
    end();
}
