// An operation that is not commutative in MPI_Reduce_scatter and MPI_Reduce_scatter_block: affine maps, composed.
//
// ranks: 1 2 3 5
// covers: MPI_Op_create MPI_Op_free MPI_Reduce_scatter MPI_Reduce_scatter_block MPI_Type_commit
// covers: MPI_Type_contiguous MPI_Type_free
#include "say.h"

struct map {
    int factor, term;
};

// x -> factor * x + term; the maps of lower ranks are applied last.
static void compose(void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)type;
    const struct map *outer = in;
    struct map *inner = inout;
    for (int i = 0; i < *length; i++) {
        inner[i].term = (outer[i].factor * inner[i].term + outer[i].term) % 1009;
        inner[i].factor = outer[i].factor * inner[i].factor % 1009;
    }
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Op op;
    MPI_Op_create(compose, 0, &op);
    MPI_Datatype map;
    MPI_Type_contiguous(2, MPI_INT, &map);
    MPI_Type_commit(&map);
    struct map maps[16], mine[4] = {{0, 0}};
    int counts[8], length = 0;
    for (int peer = 0; peer < size; peer++)
        length += counts[peer] = 1 + peer % 3;
    for (int i = 0; i < 2 * size || i < length; i++)
        maps[i] = (struct map){rank + i + 2, rank * rank + i + 1};
    MPI_Reduce_scatter(maps, mine, counts, map, op, MPI_COMM_WORLD);
    say_ints("uneven", &mine[0].factor, 2 * counts[rank]);
    MPI_Reduce_scatter_block(maps, mine, 2, map, op, MPI_COMM_WORLD);
    say_ints("even", &mine[0].factor, 4);
    MPI_Op_free(&op);
    MPI_Type_free(&map);
    end();
}
