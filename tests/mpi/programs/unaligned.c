// Bytes to and from odd addresses, shifted differently on both sides.
//
// ranks: 2
// covers: MPI_Recv MPI_Send
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static unsigned char bytes[700];
    int wrong = 0;
    for (int shift = 0; shift < 8; shift++) {
        for (int i = 0; i < 700; i++)
            bytes[i] = rank == 0 ? (unsigned char)(i + shift) : 0xee;
        int out = 1 + shift, in = 3 + shift * 5 % 8;
        if (rank == 0) {
            MPI_Send(bytes + out, 600 + shift, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(bytes + in, 600 + shift, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < 600 + shift; i++)
                wrong += bytes[in + i] != (unsigned char)(out + i + shift);
            wrong += bytes[in - 1] != 0xee || bytes[in + 600 + shift] != 0xee;
        }
    }
    say("wrong: %d", wrong);
    end();
}
