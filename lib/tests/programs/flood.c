/* Many senders to one receiver that waits for a different message first: more messages than its mailbox and all credits
 * can hold. */
#include "check.h"

#define COUNT 60

static int block[16];
static int large[2000];

static void send_all(void)
{
    for (int i = 0; i < COUNT; i++) {
        block[0] = rank * 1000 + i;
        MPI_Send(block, 16, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    large[1999] = rank;
    MPI_Send(large, 2000, MPI_INT, 0, 2, MPI_COMM_WORLD);
}

static void receive_all(void)
{
    int next[64] = {0};
    MPI_Status status;
    for (int i = 0; i < COUNT * (size - 1); i++) {
        MPI_Recv(block, 16, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        CHECK(block[0] == status.MPI_SOURCE * 1000 + next[status.MPI_SOURCE]);
        next[status.MPI_SOURCE]++;
    }
    for (int source = size - 1; source > 0; source--) {
        MPI_Recv(large, 2000, MPI_INT, source, 2, MPI_COMM_WORLD, &status);
        CHECK(large[1999] == source);
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int word = rank;
    for (int round = 0; round < 3; round++) {
        if (rank == 0 && size > 1) {
            MPI_Recv(&word, 1, MPI_INT, size - 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            receive_all();
        } else if (rank > 0) {
            if (rank == size - 1) {
                for (volatile int wait = 0; wait < 20000; wait++) {
                }
                MPI_Send(&word, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
            }
            send_all();
        }
    }
    return finish();
}
