// Every datatype scattered, in equal and in unequal parts.
//
// ranks: 1 2 5
// covers: MPI_Scatter MPI_Scatterv
#include "types.h"

static unsigned char mine[3 * MAX_EXTENT], all[3 * 8 * MAX_EXTENT];

static bool by_scatter(const struct moved_type *type)
{
    for (int peer = 0; peer < size; peer++)
        fill(type, element(type, all, 2 * peer), 2, peer);
    fill(type, mine, 2, 99);
    MPI_Scatter(all, 2, type->type, mine, 2, type->type, 0, MPI_COMM_WORLD);
    return holds(type, mine, 2, rank);
}

static bool by_scatterv(const struct moved_type *type)
{
    int counts[8], places[8];
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = 1 + peer % 3;
        places[peer] = 3 * (size - 1 - peer);
        fill(type, element(type, all, places[peer]), counts[peer], peer);
    }
    fill(type, mine, 3, 99);
    MPI_Scatterv(all, counts, places, type->type, mine, counts[rank], type->type, 0, MPI_COMM_WORLD);
    return holds(type, mine, counts[rank], rank);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Scatter", by_scatter);
    sweep("MPI_Scatterv", by_scatterv);
    free_types();
    end();
}
