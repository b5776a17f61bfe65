// A probe for any source, then a receive from the source that it found.
//
// ranks: 2 5
// covers: MPI_Get_count MPI_Probe MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    double reals[10] = {0};
    int counts[16] = {0};
    if (rank > 0) {
        MPI_Send(reals, rank, MPI_DOUBLE, 0, rank, MPI_COMM_WORLD);
    } else {
        for (int i = 1; i < size; i++) {
            MPI_Status status, received;
            int count;
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Recv(reals, 10, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &received);
            MPI_Get_count(&received, MPI_DOUBLE, &count);
            counts[received.MPI_SOURCE] = count * 10 + (received.MPI_TAG == status.MPI_TAG);
        }
        say_ints("counts", counts, size);
    }
    end();
}
