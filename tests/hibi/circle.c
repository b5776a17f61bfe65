/* All ranks send long messages round a circle at once, each with its receive posted: who takes the words of one message
 * must not keep its own from being sent. */
#include <mpi.h>

#define MOST 4096
#define STEP 500

static int in[MOST], out[MOST];

static int word(int rank, int count, int place)
{
    return rank * 10000 + count + place;
}

static int round_with(int count, int rank, int size)
{
    const int before = (rank + size - 1) % size;
    MPI_Request receive;
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        out[i] = word(rank, count, i);
    }
    MPI_Irecv(in, count, MPI_INT, before, 3, MPI_COMM_WORLD, &receive);
    MPI_Send(out, count, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++) {
        wrong += in[i] != word(before, count, i);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int count = 257; count <= MOST; count += STEP) {
        wrong += round_with(count, rank, size);
    }
    MPI_Finalize();
    return wrong != 0;
}
