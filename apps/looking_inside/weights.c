/* A program with a mistake, which docs/guides/debug.md finds with a debugger.
 *
 * Each rank sends a row of numbers to the next rank, which multiplies their sum by its own weight.
 */
#include <mpi.h>
#include <stdio.h>

#define ROW 8

static struct {
    int row[ROW - 1];
    int weight;
} state;

static int weighted_sum(void)
{
    int sum = 0;
    for (int i = 0; i < ROW - 1; i++) {
        sum += state.row[i];
    }
    return sum * state.weight;
}

int main(int argc, char **argv)
{
    int rank;
    int size;
    int row[ROW];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state.weight = 2;
    for (int i = 0; i < ROW; i++) {
        row[i] = rank + i;
    }
    MPI_Sendrecv(row, ROW, MPI_INT, (rank + 1) % size, 0, state.row, ROW, MPI_INT, (rank + size - 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("rank %d: %d\n", rank, weighted_sum());
    MPI_Finalize();
    return 0;
}
