// Broadcasts of 0 bytes to 64 KiB, with the last rank as the root.
//
// ranks: 2 3 5 8
// covers: MPI_Bcast
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static unsigned char bytes[65536 + 1];
    int wrong = 0;
    for (int length = 0; length <= 65536; length = length * 4 + 1 > 65536 ? 65537 : length * 4 + 1) {
        for (int i = 0; i <= length; i++)
            bytes[i] = rank == size - 1 && i < length ? (unsigned char)(i * 7 + length) : 9;
        MPI_Bcast(bytes, length, MPI_BYTE, size - 1, MPI_COMM_WORLD);
        for (int i = 0; i < length; i++)
            wrong += bytes[i] != (unsigned char)(i * 7 + length);
        wrong += bytes[length] != 9;
    }
    MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    say("wrong: %d", wrong);
    end();
}
