// Broadcasts of every datatype.
//
// ranks: 1 2 5 8
// covers: MPI_Bcast
#include "types.h"

static unsigned char buffer[3 * MAX_EXTENT];

static bool by_bcast(const struct moved_type *type)
{
    int root = size - 1;
    fill(type, buffer, 3, rank == root ? 1 : 2);
    MPI_Bcast(buffer, 3, type->type, root, MPI_COMM_WORLD);
    return holds(type, buffer, 3, 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Bcast", by_bcast);
    free_types();
    end();
}
