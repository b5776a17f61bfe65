// Diffusion on a rod: halo cells go to the neighbours by MPI_Sendrecv; the ends have MPI_PROC_NULL beyond them.
//
// ranks: 2 3 5 8
// covers: MPI_Cart_create MPI_Cart_shift MPI_Comm_free MPI_Sendrecv
#include "say.h"

enum { CELLS = 12 };

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[1] = {size}, periodic[1] = {0}, left, right, cells[CELLS + 2] = {0}, next[CELLS + 2] = {0};
    MPI_Comm rod;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periodic, 0, &rod);
    MPI_Cart_shift(rod, 0, 1, &left, &right);
    if (rank == 0)
        cells[1] = 1 << 20;
    for (int step = 0; step < 40; step++) {
        MPI_Sendrecv(&cells[1], 1, MPI_INT, left, 0, &cells[CELLS + 1], 1, MPI_INT, right, 0, rod, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&cells[CELLS], 1, MPI_INT, right, 1, &cells[0], 1, MPI_INT, left, 1, rod, MPI_STATUS_IGNORE);
        for (int i = 1; i <= CELLS; i++)
            next[i] = (cells[i - 1] + 2 * cells[i] + cells[i + 1]) / 4;
        for (int i = 1; i <= CELLS; i++)
            cells[i] = next[i];
    }
    say_ints("cells", cells + 1, CELLS);
    MPI_Comm_free(&rod);
    end();
}
