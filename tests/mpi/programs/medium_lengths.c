// Messages of one to nine blocks of 64 bytes, of each length around a block, to buffers of that and of more room, on
// word boundaries and not; posted before, sent before, and by wildcards.
//
// ranks: 2 3
// covers: MPI_Send MPI_Recv MPI_Irecv MPI_Wait MPI_Probe MPI_Get_count
#include "say.h"
#include <string.h>

enum { ROOM = 640 };

static unsigned char out[ROOM + 4], in[ROOM + 4];

static void fill(int length, int at)
{
    for (int i = 0; i < length; i++)
        out[at + i] = (unsigned char)(length + at + 3 * i);
}

/* How many bytes are right, with none written after the last one. */
static int right(int length, int at, int room)
{
    int good = 0;
    for (int i = 0; i < length; i++)
        good += in[at + i] == (unsigned char)(length + at + 3 * i);
    for (int i = length; i < room; i++)
        good -= in[at + i] != 0;
    return good;
}

/* Large ones by two of the ways. */
static int tag(int way, int length)
{
    return way % 3 == 0 ? length : length % 128;
}

static int receive(int length, int way, int at)
{
    const int from = way == 2 ? MPI_ANY_SOURCE : 0;
    const int room = way % 2 ? ROOM : length;
    MPI_Request request;
    MPI_Status status;
    int count;
    memset(in, 0, sizeof in);
    if (way == 3) {
        MPI_Probe(0, tag(way, length), MPI_COMM_WORLD, &status);
        MPI_Recv(in + at, room, MPI_BYTE, 0, tag(way, length), MPI_COMM_WORLD, &status);
    } else if (way == 0) {
        MPI_Irecv(in + at, room, MPI_BYTE, from, tag(way, length), MPI_COMM_WORLD, &request);
        MPI_Wait(&request, &status);
    } else {
        MPI_Recv(in + at, room, MPI_BYTE, from, tag(way, length), MPI_COMM_WORLD, &status);
    }
    MPI_Get_count(&status, MPI_BYTE, &count);
    return right(count, at, room) - length;
}

int main(int argc, char **argv)
{
    int wrong = 0;
    begin(&argc, &argv);
    for (int way = 0; way < 4; way++) {
        for (int block = 1; block <= 9; block++) {
            for (int length = 64 * block - 2; length <= 64 * block + 5; length++) {
                const int at = length % 5 == 0;
                fill(length, at);
                for (int to = 1; rank == 0 && to < size; to++)
                    MPI_Send(out + at, length, MPI_BYTE, to, tag(way, length), MPI_COMM_WORLD);
                if (rank != 0)
                    wrong += receive(length, way, at) != 0;
            }
        }
    }
    say_ints("wrong", &wrong, 1);
    end();
}
