// MPI_Reduce by every operation on every datatype.
//
// ranks: 1 2 5
// covers: MPI_Reduce
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[4 * 32], results[4 * 32];
    int root = size / 2;
    store_values(type, values, 4);
    MPI_Reduce(values, results, 4, type->type, operation->op, root, MPI_COMM_WORLD);
    return rank != root || are_combined(type, operation, results, 4, 0, 0, size - 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Reduce", reduces);
    end();
}
