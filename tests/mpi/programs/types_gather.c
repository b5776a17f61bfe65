// Every datatype gathered, in equal and in unequal parts.
//
// ranks: 1 2 5
// covers: MPI_Gather MPI_Gatherv
#include "types.h"

static unsigned char mine[3 * MAX_EXTENT], all[3 * 8 * MAX_EXTENT];

static bool by_gather(const struct moved_type *type)
{
    bool right = true;
    fill(type, mine, 2, rank);
    fill(type, all, 2 * size, 99);
    MPI_Gather(mine, 2, type->type, all, 2, type->type, 0, MPI_COMM_WORLD);
    for (int peer = 0; peer < size && rank == 0; peer++)
        right = right && holds(type, element(type, all, 2 * peer), 2, peer);
    return right;
}

static bool by_gatherv(const struct moved_type *type)
{
    bool right = true;
    int counts[8], places[8];
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = 1 + peer % 3;
        places[peer] = 3 * (size - 1 - peer);
    }
    fill(type, mine, 3, rank);
    fill(type, all, 3 * size, 99);
    MPI_Gatherv(mine, counts[rank], type->type, all, counts, places, type->type, 0, MPI_COMM_WORLD);
    for (int peer = 0; peer < size && rank == 0; peer++)
        right = right && holds(type, element(type, all, places[peer]), counts[peer], peer);
    return right;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Gather", by_gather);
    sweep("MPI_Gatherv", by_gatherv);
    free_types();
    end();
}
