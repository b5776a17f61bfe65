/* MPI_Sendrecv: rings in both directions, all pairs, a rank with itself, MPI_PROC_NULL; small and large messages. */
#include "check.h"

#include <string.h>

#define LARGEST 9000

static int out[LARGEST];
static int in[LARGEST];

static void fill(int from, int to, int count)
{
    for (int i = 0; i < count; i++) {
        out[i] = from * 100000 + to * 10000 + i;
    }
}

static int is_right(int from, int to, int count)
{
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        wrong += in[i] != from * 100000 + to * 10000 + i;
    }
    return wrong == 0;
}

static void shift(int distance, int count)
{
    const int to = (rank + distance) % size;
    const int from = (rank + size - distance) % size;
    MPI_Status status;
    fill(rank, to, count);
    memset(in, 0, sizeof in);
    MPI_Sendrecv(out, count, MPI_INT, to, distance, in, LARGEST, MPI_INT, from, distance, MPI_COMM_WORLD, &status);
    int got;
    MPI_Get_count(&status, MPI_INT, &got);
    CHECK(got == count && status.MPI_SOURCE == from && status.MPI_TAG == distance);
    CHECK(is_right(from, rank, count));
}

static void with_nobody(void)
{
    MPI_Status status;
    int count = -1;
    in[0] = 4711;
    MPI_Sendrecv(out, 1, MPI_INT, MPI_PROC_NULL, 0, in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(in[0] == 4711 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0);
}

static void with_oneself(void)
{
    MPI_Status status;
    fill(rank, rank, LARGEST);
    MPI_Sendrecv(out, LARGEST, MPI_INT, 0, 5, in, LARGEST, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF,
                 &status);
    CHECK(is_right(rank, rank, LARGEST) && status.MPI_SOURCE == 0 && status.MPI_TAG == 5);
    MPI_Send(out, 4, MPI_INT, rank, 6, MPI_COMM_WORLD);
    MPI_Recv(in, 4, MPI_INT, rank, 6, MPI_COMM_WORLD, &status);
    CHECK(is_right(rank, rank, 4) && status.MPI_SOURCE == rank);
}

int main(int argc, char **argv)
{
    static const int counts[] = {0, 1, 16, 17, 64, 65, 500, LARGEST};
    begin(&argc, &argv);
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (int distance = 0; distance < size; distance++) {
            shift(distance, counts[i]);
        }
    }
    with_nobody();
    with_oneself();
    return finish();
}
