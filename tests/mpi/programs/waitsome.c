// MPI_Waitsome gives every request exactly once, some at a time.
//
// ranks: 2 3
// covers: MPI_Irecv MPI_Send MPI_Waitsome
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    enum { COUNT = 8 };
    int in[COUNT], seen[COUNT] = {0}, indices[COUNT], done, left = COUNT, wrong = 0;
    MPI_Request requests[COUNT];
    MPI_Status statuses[COUNT];
    for (int i = 0; i < COUNT; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < COUNT; i++) {
        int value = i * i;
        MPI_Send(&value, 1, MPI_INT, (rank + 1) % size, i * 3 % COUNT, MPI_COMM_WORLD);
    }
    for (; left > 0; left -= done) {
        MPI_Waitsome(COUNT, requests, &done, indices, statuses);
        wrong += done < 1;
        for (int i = 0; i < done; i++) {
            seen[indices[i]]++;
            wrong += statuses[i].MPI_TAG != indices[i];
        }
    }
    say_ints("values", in, COUNT);
    say_ints("seen", seen, COUNT);
    MPI_Waitsome(COUNT, requests, &done, indices, statuses);
    say("wrong %d, none left: %d", wrong, done == MPI_UNDEFINED);
    end();
}
