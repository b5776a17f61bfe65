// A nonblocking barrier is not complete before all have entered it.
//
// ranks: 1 2 3 5 8
// covers: MPI_Ibarrier MPI_Recv MPI_Send MPI_Test
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request request;
    int flag = 0, early = 0;
    if (rank == size - 1 && size > 1)
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 0 && size > 1) {
        for (int i = 0; i < 50; i++) {
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
            early += flag;
        }
        MPI_Send(NULL, 0, MPI_INT, size - 1, 1, MPI_COMM_WORLD);
    }
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    say("early %d, null request %d", early, request == MPI_REQUEST_NULL);
    end();
}
