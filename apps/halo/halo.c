/* Neighbours in a grid exchange borders:
 *
 *     halo ROWS COLUMNS keep|reorder STEPS WORDS
 *
 * ROWS x COLUMNS ranks; in each step each rank sends WORDS words to each of its neighbours and receives as many. With
 * "reorder" the library may choose which core gets which rank of the grid (MPI_Cart_create). Rank 0 of the grid prints
 *
 *     create CYCLES step CYCLES moved RANKS
 *
 * the cycles of MPI_Cart_create, the average cycles of a step, and how many processes have another rank in the grid
 * than in MPI_COMM_WORLD. Each rank checks that the data it receives come from the right neighbour.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <weft/report.h>
#include <weft/timer.h>

#define MOST_WORDS 64
#define SIDES 4

static uint32_t out[MOST_WORDS];
static uint32_t in[SIDES][MOST_WORDS];

static uint32_t now(void)
{
    return (uint32_t)weft_timer_now();
}

/* Exchanges borders in both directions of a dimension. Returns the number of wrong messages. */
static int exchange(MPI_Comm grid, int dimension, int words)
{
    int wrong = 0;
    for (int side = 0; side < 2; side++) {
        uint32_t *const got = in[2 * dimension + side];
        int from;
        int to;
        MPI_Cart_shift(grid, dimension, side == 0 ? 1 : -1, &from, &to);
        MPI_Sendrecv(out, words, MPI_UINT32_T, to, 0, got, words, MPI_UINT32_T, from, 0, grid, MPI_STATUS_IGNORE);
        wrong += from != MPI_PROC_NULL && got[0] != (uint32_t)from;
    }
    return wrong;
}

static int run(MPI_Comm grid, int steps, int words)
{
    int rank;
    int wrong = 0;
    MPI_Comm_rank(grid, &rank);
    out[0] = (uint32_t)rank;
    for (int step = 0; step < steps; step++) {
        wrong += exchange(grid, 0, words) + exchange(grid, 1, words);
    }
    return wrong;
}

static int measure(const int dims[2], bool reorder, int steps, int words)
{
    const int periods[2] = {0, 0};
    int world;
    int rank;
    int moved;
    MPI_Comm grid;
    MPI_Barrier(MPI_COMM_WORLD);
    const uint32_t start = now();
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, reorder, &grid);
    const uint32_t create = now() - start;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(grid, &rank);
    const int is_moved = rank != world;
    MPI_Reduce(&is_moved, &moved, 1, MPI_INT, MPI_SUM, 0, grid);
    MPI_Barrier(grid);
    const uint32_t begun = now();
    const int wrong = run(grid, steps, words);
    MPI_Barrier(grid);
    const uint32_t step = (now() - begun) / (uint32_t)steps;
    if (rank == 0) {
        printf("create %lu step %lu moved %d\n", (unsigned long)create, (unsigned long)step, moved);
        weft_report("create", create);
        weft_report("step", step);
    }
    MPI_Comm_free(&grid);
    return wrong;
}

int main(int argc, char **argv)
{
    int size;
    int failed = 2;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int dims[2] = {argc == 6 ? atoi(argv[1]) : 0, argc == 6 ? atoi(argv[2]) : 0};
    if (dims[0] > 0 && dims[1] > 0 && dims[0] * dims[1] == size && atoi(argv[4]) > 0 && atoi(argv[5]) > 0 &&
        atoi(argv[5]) <= MOST_WORDS) {
        failed = measure(dims, strcmp(argv[3], "reorder") == 0, atoi(argv[4]), atoi(argv[5])) != 0;
    } else {
        fprintf(stderr, "usage: halo ROWS COLUMNS keep|reorder STEPS WORDS, with ROWS x COLUMNS ranks; 1 to %d WORDS\n",
                MOST_WORDS);
    }
    MPI_Finalize();
    return failed;
}
