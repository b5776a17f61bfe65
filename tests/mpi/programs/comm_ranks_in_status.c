// Sources in statuses are ranks of the communicator that was used.
//
// ranks: 3 5
// covers: MPI_Comm_free MPI_Comm_rank MPI_Comm_split MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm reversed;
    MPI_Status status;
    int position, value;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_rank(reversed, &position);
    if (position == 0) {
        int seen[8] = {0};
        for (int i = 1; i < size; i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, reversed, &status);
            seen[status.MPI_SOURCE] = value;
        }
        say_ints("world ranks by source", seen, size);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, reversed);
    }
    MPI_Comm_free(&reversed);
    end();
}
