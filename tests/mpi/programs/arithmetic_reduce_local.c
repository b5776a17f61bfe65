// MPI_Reduce_local by every operation on every datatype: the values of ranks 0 and 1, both here.
//
// ranks: 1
// covers: MPI_Reduce_local
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[4 * 32], results[4 * 32];
    store_values(type, values, 4);
    for (int i = 0; i < 4; i++)
        type->store(results + (size_t)i * type->size, value_of(type->kind, 1, i));
    MPI_Reduce_local(values, results, 4, type->type, operation->op);
    return are_combined(type, operation, results, 4, 0, 0, 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Reduce_local", reduces);
    end();
}
