/* One of two programs of different size that send each other messages: the same objects lie at other addresses in them.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <weft/shared.h>

#define LONGEST 9000

static const int lengths[] = {0, 1, 4, 20, 24, 25, 63, 64, 65, 300, 4096, LONGEST};
static WEFT_SHARED unsigned char shared[2][LONGEST];
static unsigned char own[LONGEST + PADDING];

static unsigned char byte(int sender, int length, int place)
{
    return (unsigned char)(sender * 100 + length + place * 3);
}

static void send(int rank, unsigned char *buffer, int length)
{
    for (int i = 0; i < length; i++) {
        buffer[i] = byte(rank, length, i);
    }
    MPI_Send(buffer, length, MPI_BYTE, 1 - rank, length % 200, MPI_COMM_WORLD);
}

static int receive(int rank, unsigned char *buffer, int length)
{
    int wrong = 0;
    MPI_Recv(buffer, length, MPI_BYTE, 1 - rank, length % 200, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < length; i++) {
        wrong |= buffer[i] != byte(1 - rank, length, i);
    }
    return wrong;
}

/* There and back, from and to buffers on a word boundary, beside one, and in the memory on the bus. */
int main(int argc, char **argv)
{
    int rank;
    int wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; i < 3 * sizeof lengths / sizeof lengths[0]; i++) {
        unsigned char *const buffers[] = {own, own + 1, shared[rank]};
        unsigned char *const buffer = buffers[i % 3];
        const int length = lengths[i / 3];
        if (rank == 0) {
            send(rank, buffer, length);
        }
        wrong |= receive(rank, buffer, length);
        if (rank == 1) {
            send(rank, buffer, length);
        }
    }
    MPI_Finalize();
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong;
}
