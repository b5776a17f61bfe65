// Wrong topologies: too many ranks, wrong dimensions, communicators without one.
//
// ranks: 2
// covers: MPI_Cart_coords MPI_Cart_create MPI_Cart_rank MPI_Cart_shift MPI_Cart_sub MPI_Cartdim_get
// covers: MPI_Comm_free MPI_Comm_set_errhandler MPI_Dims_create MPI_Topo_test
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int dims[2] = {2, 1}, large[2] = {3, 2}, periodic[2] = {0, 1}, coords[2] = {0, 0};
    int beyond[2] = {2, 0}, value, other;
    MPI_Comm grid, part;
    const MPI_Comm world = MPI_COMM_WORLD;
    say_error("MPI_Cart_create, too many ranks", MPI_Cart_create(world, 2, large, periodic, 0, &grid));
    say_error("MPI_Cart_create, null communicator", MPI_Cart_create(MPI_COMM_NULL, 2, dims, periodic, 0, &grid));
    say_error("MPI_Cart_coords, no topology", MPI_Cart_coords(world, 0, 2, coords));
    say_error("MPI_Cart_rank, no topology", MPI_Cart_rank(world, coords, &value));
    say_error("MPI_Cart_shift, no topology", MPI_Cart_shift(world, 0, 1, &value, &other));
    say_error("MPI_Cart_sub, no topology", MPI_Cart_sub(world, periodic, &part));
    say_error("MPI_Cartdim_get, no topology", MPI_Cartdim_get(world, &value));
    say_error("MPI_Topo_test, null communicator", MPI_Topo_test(MPI_COMM_NULL, &value));
    MPI_Cart_create(world, 2, dims, periodic, 0, &grid);
    MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
    say_error("MPI_Cart_coords, negative rank", MPI_Cart_coords(grid, -1, 2, coords));
    say_error("MPI_Cart_rank, outside", MPI_Cart_rank(grid, beyond, &value));
    MPI_Comm_free(&grid);
    int uneven[2] = {4, 0}, below[2] = {-1, 0};
    say_error("MPI_Dims_create, not a multiple", MPI_Dims_create(6, 2, uneven));
    say_error("MPI_Dims_create, negative dimension", MPI_Dims_create(6, 2, below));
    end();
}
