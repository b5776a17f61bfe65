// MPI_Exscan by every operation on every datatype.
//
// ranks: 1 2 5
// covers: MPI_Exscan
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[4 * 32], results[4 * 32];
    store_values(type, values, 4);
    MPI_Exscan(values, results, 4, type->type, operation->op, MPI_COMM_WORLD);
    return rank == 0 || are_combined(type, operation, results, 4, 0, 0, rank - 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Exscan", reduces);
    end();
}
