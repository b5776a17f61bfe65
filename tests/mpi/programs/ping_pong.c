// The same few words back and forth a hundred times.
//
// ranks: 2
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int words[3] = {0, 1, 2};
    for (int turn = 0; turn < 100; turn++) {
        if (turn % 2 == rank) {
            for (int i = 0; i < 3; i++)
                words[i] += turn * (i + 1);
            MPI_Send(words, 3, MPI_INT, 1 - rank, turn, MPI_COMM_WORLD);
        } else {
            MPI_Recv(words, 3, MPI_INT, 1 - rank, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    say_ints("words", words, 3);
    end();
}
