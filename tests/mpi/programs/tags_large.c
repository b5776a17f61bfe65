// Small messages with large tags of any length, at any address, some of which come before their receive. Each is told
// by its length and the sum of its bytes; a byte behind it is watched.
//
// ranks: 2 4
// covers: MPI_Isend MPI_Send MPI_Recv MPI_Wait MPI_Get_count
#include "say.h"

#include <string.h>

enum { ROOM = 80, BEHIND = 0x5A };

static unsigned char first[ROOM], second[ROOM], in[ROOM];

static int tag_of(int length)
{
    return length % 3 == 0 ? 20000 + length : length % 3 == 1 ? 128 : 32767;
}

static void fill(unsigned char *bytes, int seed)
{
    for (int i = 0; i < ROOM; i++) {
        bytes[i] = (unsigned char)(seed + 7 * i);
    }
}

static void take(int from, int room, int tag, int offset)
{
    MPI_Status status;
    int length;
    unsigned sum = 0;
    memset(in, BEHIND, sizeof in);
    MPI_Recv(in + offset, room, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &length);
    for (int i = 0; i < length; i++) {
        sum += (unsigned)(i + 1) * in[offset + i];
    }
    say("%d bytes, tag %d, sum %u, behind them %s", length, status.MPI_TAG, sum,
        in[offset + length] == BEHIND && (offset == 0 || in[offset - 1] == BEHIND) ? "nothing" : "something");
}

// The first of two messages is received last.
static void give(int to, int length, int offset)
{
    MPI_Request request;
    fill(first, length);
    fill(second, 100 + length);
    MPI_Isend(first + offset, length, MPI_BYTE, to, 19999, MPI_COMM_WORLD, &request);
    MPI_Send(second + offset, length, MPI_BYTE, to, tag_of(length), MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(first + offset, length, MPI_BYTE, to, tag_of(length), MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static const int lengths[] = {0, 1, 3, 4, 8, 33, 52, 55, 56, 57, 64, 65};
    const int other = rank ^ 1;
    for (int i = 0; i < 2 * (int)(sizeof lengths / sizeof *lengths); i++) {
        const int length = lengths[i / 2];
        const int offset = i % 2 * (i % 4);
        if (rank % 2 == 0) {
            give(other, length, offset);
        } else {
            take(other, length, tag_of(length), offset);
            take(other, length + 1, 19999, offset);
            take(other, length + i % 2, tag_of(length), 0);
        }
    }
    end();
}
