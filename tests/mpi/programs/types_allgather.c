// Every datatype gathered by all, in equal and in unequal parts.
//
// ranks: 1 2 5
// covers: MPI_Allgather MPI_Allgatherv
#include "types.h"

static unsigned char mine[3 * MAX_EXTENT], all[3 * 8 * MAX_EXTENT];

static bool by_allgather(const struct moved_type *type)
{
    bool right = true;
    fill(type, mine, 2, rank);
    fill(type, all, 2 * size, 99);
    MPI_Allgather(mine, 2, type->type, all, 2, type->type, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++)
        right = right && holds(type, element(type, all, 2 * peer), 2, peer);
    return right;
}

static bool by_allgatherv(const struct moved_type *type)
{
    bool right = true;
    int counts[8], places[8];
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = 1 + peer % 3;
        places[peer] = 3 * (size - 1 - peer);
    }
    fill(type, mine, 3, rank);
    fill(type, all, 3 * size, 99);
    MPI_Allgatherv(mine, counts[rank], type->type, all, counts, places, type->type, MPI_COMM_WORLD);
    for (int peer = 0; peer < size; peer++)
        right = right && holds(type, element(type, all, places[peer]), counts[peer], peer);
    return right;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Allgather", by_allgather);
    sweep("MPI_Allgatherv", by_allgatherv);
    free_types();
    end();
}
