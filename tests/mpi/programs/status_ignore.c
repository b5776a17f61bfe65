// Every function that gives a status takes MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE instead.
//
// ranks: 2
// covers: MPI_Irecv MPI_Isend MPI_Probe MPI_Recv MPI_Send MPI_Sendrecv MPI_Sendrecv_replace MPI_Testall
// covers: MPI_Waitall MPI_Waitany MPI_Waitsome
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int mine[4] = {rank, rank + 10, rank + 20, rank + 30}, theirs[4], peer = 1 - rank, flag = 0, index, indices[4],
        done;
    MPI_Request requests[4];
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 2; i++) {
            MPI_Irecv(&theirs[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD, &requests[i]);
            MPI_Isend(&mine[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD, &requests[2 + i]);
        }
        if (round == 0)
            MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < 4 && round == 1; i++)
            MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
        for (int i = 0; i < 4 && round == 2; i += done)
            MPI_Waitsome(4, requests, &done, indices, MPI_STATUSES_IGNORE);
        while (round == 3 && !flag)
            MPI_Testall(4, requests, &flag, MPI_STATUSES_IGNORE);
    }
    MPI_Sendrecv(mine, 2, MPI_INT, peer, 7, theirs + 2, 2, MPI_INT, peer, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(mine + 2, 2, MPI_INT, peer, 8, peer, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Send(mine, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    } else {
        MPI_Probe(0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(mine, 1, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    say_ints("mine", mine, 4);
    say_ints("theirs", theirs, 4);
    end();
}
