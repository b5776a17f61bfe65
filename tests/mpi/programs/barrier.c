// A token goes from rank to rank with a barrier after each hop; then many barriers in a row, and one alone.
// them.
//
// ranks: 1 2 3 5 8
// covers: MPI_Barrier MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int token = 0;
    for (int turn = 0; turn < size; turn++) {
        if (rank == turn && rank + 1 < size)
            MPI_Send(&turn, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
        if (rank == turn + 1)
            MPI_Recv(&token, 1, MPI_INT, turn, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    for (int round = 0; round < 50; round++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_SELF);
    say("token %d", token);
    end();
}
