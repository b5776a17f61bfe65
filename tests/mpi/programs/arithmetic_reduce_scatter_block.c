// MPI_Reduce_scatter_block by every operation on every datatype.
//
// ranks: 1 2 5
// covers: MPI_Reduce_scatter_block
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[2 * 8 * 32], results[2 * 32];
    store_values(type, values, 2 * size);
    MPI_Reduce_scatter_block(values, results, 2, type->type, operation->op, MPI_COMM_WORLD);
    return are_combined(type, operation, results, 2, 2 * rank, 0, size - 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Reduce_scatter_block", reduces);
    end();
}
