// A packed message may be received as what was packed; a typed message may be received packed.
//
// ranks: 2
// covers: MPI_Pack MPI_Recv MPI_Send MPI_Unpack
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    char packed[100];
    int words[4] = {1, 2, 3, 4}, position = 0;
    if (rank == 0) {
        MPI_Pack(words, 2, MPI_INT, packed, 100, &position, MPI_COMM_WORLD);
        MPI_Pack(words + 2, 2, MPI_INT, packed, 100, &position, MPI_COMM_WORLD);
        MPI_Send(packed, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
        MPI_Send(words, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        int received[4], unpacked[4];
        MPI_Recv(received, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(packed, 100, MPI_PACKED, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Unpack(packed, 100, &position, unpacked, 4, MPI_INT, MPI_COMM_WORLD);
        say_ints("received", received, 4);
        say_ints("unpacked", unpacked, 4);
    }
    end();
}
