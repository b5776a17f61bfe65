// Size and extent of every basic datatype are those of its C type.
//
// ranks: 1 2
// covers: MPI_Type_get_extent MPI_Type_get_true_extent MPI_Type_size
#include "types.h"

static int bytes_of_data(const struct moved_type *type)
{
    int bytes = 0;
    for (uint64_t rest = type->data; rest != 0; rest &= rest - 1)
        bytes++;
    return bytes;
}

// A long double has bytes that carry no data and yet count.
static bool has_long_double(MPI_Datatype type)
{
    return type == MPI_LONG_DOUBLE || type == MPI_C_LONG_DOUBLE_COMPLEX || type == MPI_LONG_DOUBLE_INT;
}

static bool by_size(const struct moved_type *type)
{
    int bytes = -1;
    MPI_Type_size(type->type, &bytes);
    return has_long_double(type->type) ? bytes >= bytes_of_data(type) : bytes == bytes_of_data(type);
}

static bool by_extent(const struct moved_type *type)
{
    MPI_Aint lower = -1, extent = -1;
    MPI_Type_get_extent(type->type, &lower, &extent);
    return lower == 0 && extent == (MPI_Aint)type->extent;
}

static bool by_true_extent(const struct moved_type *type)
{
    MPI_Aint lower = -1, extent = -1, first = 0, last = -1;
    while (!(type->data >> first & 1))
        first++;
    for (MPI_Aint i = 0; i < (MPI_Aint)type->extent; i++)
        last = type->data >> i & 1 ? i : last;
    MPI_Type_get_true_extent(type->type, &lower, &extent);
    return has_long_double(type->type) || (lower == first && extent == last + 1 - first);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    make_types();
    sweep("MPI_Type_size", by_size);
    type_count = first_derived;
    sweep("MPI_Type_get_extent", by_extent);
    sweep("MPI_Type_get_true_extent", by_true_extent);
    end();
}
