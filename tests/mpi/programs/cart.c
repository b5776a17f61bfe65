// A one-dimensional ring: coordinates, ranks, and neighbours beyond the ends.
//
// ranks: 2 3 5 8
// covers: MPI_Cart_coords MPI_Cart_create MPI_Cart_rank MPI_Cart_shift MPI_Comm_free MPI_Comm_rank
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int dims[1] = {size}, periodic[1] = {1}, ring_rank, coords[1], below, above, wrapped;
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periodic, 0, &ring);
    MPI_Comm_rank(ring, &ring_rank);
    MPI_Cart_coords(ring, ring_rank, 1, coords);
    MPI_Cart_shift(ring, 0, 1, &below, &above);
    coords[0] += size + 1;
    MPI_Cart_rank(ring, coords, &wrapped);
    say("rank %d, neighbours %d %d, wrapped %d", ring_rank, below, above, wrapped);
    MPI_Cart_shift(ring, 0, -2, &below, &above);
    say("two down: from %d to %d", below, above);
    MPI_Comm_free(&ring);
    end();
}
