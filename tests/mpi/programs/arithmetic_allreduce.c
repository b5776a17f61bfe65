// MPI_Allreduce by every operation on every datatype, in place.
//
// ranks: 1 2 5 8
// covers: MPI_Allreduce
#include "arithmetic.h"

static bool reduces(const struct reduced_type *type, const struct operation *operation)
{
    _Alignas(max_align_t) static char values[4 * 32];
    store_values(type, values, 4);
    MPI_Allreduce(MPI_IN_PLACE, values, 4, type->type, operation->op, MPI_COMM_WORLD);
    return are_combined(type, operation, values, 4, 0, 0, size - 1);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    reduce_all("MPI_Allreduce", reduces);
    end();
}
