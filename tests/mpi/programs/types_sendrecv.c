// Exchanges of every datatype round the ring.
//
// ranks: 1 2 3
// covers: MPI_Sendrecv MPI_Sendrecv_replace
#include "types.h"

static unsigned char out[3 * MAX_EXTENT], in[3 * MAX_EXTENT];

static bool by_sendrecv(const struct moved_type *type)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    fill(type, out, 3, rank);
    fill(type, in, 3, 99);
    MPI_Sendrecv(out, 3, type->type, right, 0, in, 3, type->type, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return holds(type, in, 3, left) && holds(type, out, 3, rank);
}

static bool by_sendrecv_replace(const struct moved_type *type)
{
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    fill(type, in, 3, rank);
    MPI_Sendrecv_replace(in, 3, type->type, right, 0, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return holds(type, in, 3, left);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Sendrecv", by_sendrecv);
    sweep("MPI_Sendrecv_replace", by_sendrecv_replace);
    free_types();
    end();
}
