// A grid of 2 x 2 or 2 x 4, one dimension periodic; ranks that do not fit get none.
//
// ranks: 5 8
// covers: MPI_Cart_coords MPI_Cart_create MPI_Cart_shift MPI_Comm_free
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[2] = {2, size / 2}, periodic[2] = {0, 1};
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &grid);
    if (grid == MPI_COMM_NULL) {
        say("none");
    } else {
        int coords[2], up, down, left, right;
        MPI_Cart_coords(grid, rank, 2, coords);
        MPI_Cart_shift(grid, 0, 1, &up, &down);
        MPI_Cart_shift(grid, 1, 1, &left, &right);
        say("at %d %d, left %d, right %d, up %d, down %d", coords[0], coords[1], left, right,
            up == MPI_PROC_NULL ? -1 : up, down == MPI_PROC_NULL ? -1 : down);
        MPI_Comm_free(&grid);
    }
    end();
}
