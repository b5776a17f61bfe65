// Lengths around every power of two up to 64 KiB, each checked byte by byte.
//
// ranks: 2
// covers: MPI_Get_count MPI_Recv MPI_Send
#include "say.h"

static unsigned char bytes[65537];

static int wrong_bytes(int length, int seed)
{
    int wrong = 0;
    for (int i = 0; i < length; i++)
        wrong += bytes[i] != (unsigned char)(i * 13 + seed);
    return wrong;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    for (int power = 1; power <= 65536; power *= 4) {
        int wrong = 0;
        for (int length = power - 1; length <= power + 1; length++) {
            if (rank == 0) {
                for (int i = 0; i < length; i++)
                    bytes[i] = (unsigned char)(i * 13 + length);
                MPI_Send(bytes, length, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
            } else {
                MPI_Status status;
                int count;
                MPI_Recv(bytes, (int)sizeof bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &status);
                MPI_Get_count(&status, MPI_BYTE, &count);
                wrong += wrong_bytes(length, length) + (count != length);
            }
        }
        say("around %d bytes, wrong: %d", power, wrong);
    }
    end();
}
