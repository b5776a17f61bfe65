// Every datatype from each rank to each, in equal and in unequal parts.
//
// ranks: 1 2 5
// covers: MPI_Alltoall MPI_Alltoallv
#include "types.h"

static unsigned char out[3 * 8 * MAX_EXTENT], in[3 * 8 * MAX_EXTENT];

static bool by_alltoall(const struct moved_type *type)
{
    bool right = true;
    for (int peer = 0; peer < size; peer++)
        fill(type, element(type, out, 2 * peer), 2, 10 * rank + peer);
    fill(type, in, 2 * size, 99);
    MPI_Alltoall(out, 2, type->type, in, 2, type->type, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++)
        right = right && holds(type, element(type, in, 2 * peer), 2, 10 * peer + rank);
    return right;
}

static bool by_alltoallv(const struct moved_type *type)
{
    bool right = true;
    int out_counts[8], in_counts[8], places[8];
    for (int peer = 0; peer < size; peer++) {
        out_counts[peer] = (2 * rank + peer) % 4;
        in_counts[peer] = (2 * peer + rank) % 4;
        places[peer] = 3 * peer;
        fill(type, element(type, out, places[peer]), out_counts[peer], 10 * rank + peer);
    }
    MPI_Alltoallv(out, out_counts, places, type->type, in, in_counts, places, type->type, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++)
        right = right && holds(type, element(type, in, places[peer]), in_counts[peer], 10 * peer + rank);
    return right;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Alltoall", by_alltoall);
    sweep("MPI_Alltoallv", by_alltoallv);
    free_types();
    end();
}
