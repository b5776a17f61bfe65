// MPI_Waitany gives each request once, and then MPI_UNDEFINED.
//
// ranks: 2 3
// covers: MPI_Irecv MPI_Send MPI_Waitany
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    enum { COUNT = 5 };
    int in[COUNT], seen[COUNT] = {0}, right = (rank + 1) % size, left = (rank + size - 1) % size, index, wrong = 0;
    MPI_Request requests[COUNT];
    MPI_Status status;
    for (int i = 0; i < COUNT; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = COUNT - 1; i >= 0; i--) {
        int value = 10 * i + rank;
        MPI_Send(&value, 1, MPI_INT, right, i, MPI_COMM_WORLD);
    }
    for (int i = 0; i < COUNT; i++) {
        MPI_Waitany(COUNT, requests, &index, &status);
        seen[index]++;
        wrong += status.MPI_TAG != index || requests[index] != MPI_REQUEST_NULL;
    }
    say_ints("values", in, COUNT);
    say_ints("seen", seen, COUNT);
    MPI_Waitany(COUNT, requests, &index, &status);
    say("wrong %d, none left: %d", wrong, index == MPI_UNDEFINED);
    end();
}
