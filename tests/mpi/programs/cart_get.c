// What a Cartesian communicator was made with, and whether a communicator has a topology at all.
//
// ranks: 2 5 8
// covers: MPI_Cart_create MPI_Cart_get MPI_Cartdim_get MPI_Comm_free MPI_Topo_test
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[2] = {1, size}, periodic[2] = {1, 0}, count, got_dims[2], got_periodic[2], coords[2], status;
    MPI_Comm grid;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periodic, 0, &grid);
    MPI_Cartdim_get(grid, &count);
    MPI_Cart_get(grid, 2, got_dims, got_periodic, coords);
    say("%d dimensions: %d %d, periodic %d %d", count, got_dims[0], got_dims[1], got_periodic[0] != 0,
        got_periodic[1] != 0);
    MPI_Topo_test(grid, &status);
    say("Cartesian %d", status == MPI_CART);
    MPI_Topo_test(MPI_COMM_WORLD, &status);
    say("world has none %d", status == MPI_UNDEFINED);
    MPI_Comm_free(&grid);
    end();
}
