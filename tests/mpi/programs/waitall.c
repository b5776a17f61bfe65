// MPI_Waitall fills a status for every request, in the order of the requests.
//
// ranks: 2 3
// covers: MPI_Get_count MPI_Irecv MPI_Isend MPI_Waitall
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, in[4][4], out[4] = {rank, 1, 2, 3};
    MPI_Request requests[9];
    MPI_Status statuses[9];
    for (int i = 0; i < 4; i++)
        MPI_Irecv(in[i], 4, MPI_INT, left, 3 - i, MPI_COMM_WORLD, &requests[i]);
    requests[4] = MPI_REQUEST_NULL;
    for (int i = 0; i < 4; i++)
        MPI_Isend(out, i + 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[5 + i]);
    int result = MPI_Waitall(9, requests, statuses);
    for (int i = 0; i < 4; i++) {
        int count;
        MPI_Get_count(&statuses[i], MPI_INT, &count);
        say("receive %d: source %d, tag %d, count %d", i, statuses[i].MPI_SOURCE, statuses[i].MPI_TAG, count);
    }
    say("result %d, null request: any source %d, any tag %d", result, statuses[4].MPI_SOURCE == MPI_ANY_SOURCE,
        statuses[4].MPI_TAG == MPI_ANY_TAG);
    end();
}
