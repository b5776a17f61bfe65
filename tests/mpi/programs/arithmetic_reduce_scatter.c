// MPI_Reduce_scatter by every operation on every datatype, with unequal parts.
//
// ranks: 1 2 5
// covers: MPI_Reduce_scatter
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[3 * 8 * 32], results[3 * 32];
    int counts[8], length = 0, start = 0;
    for (int peer = 0; peer < size; peer++) {
        start = peer == rank ? length : start;
        length += counts[peer] = peer % 4;
    }
    store_values(type, values, length);
    MPI_Reduce_scatter(values, results, counts, type->type, operation->op, MPI_COMM_WORLD);
    return are_combined(type, operation, results, counts[rank], start, 0, size - 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Reduce_scatter", reduces);
    end();
}
