// Messages without content have a source, a tag and a count of 0; buffers may be null.
//
// ranks: 2 3
// covers: MPI_Get_count MPI_Isend MPI_Recv MPI_Wait
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, count = -1, untouched = 55;
    MPI_Request request;
    MPI_Status status;
    MPI_Isend(NULL, 0, MPI_INT, right, 3, MPI_COMM_WORLD, &request);
    MPI_Recv(NULL, 0, MPI_INT, left, 3, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    say("null buffer: source %d, tag %d, count %d", status.MPI_SOURCE, status.MPI_TAG, count);
    MPI_Isend(&untouched, 0, MPI_INT, right, 4, MPI_COMM_WORLD, &request);
    MPI_Recv(&untouched, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    say("longer buffer: tag %d, count %d, untouched %d", status.MPI_TAG, count, untouched);
    end();
}
