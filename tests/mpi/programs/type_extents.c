// Size, lower bound, extent and true extent of every kind of derived type.
//
// ranks: 1 2
// covers: MPI_Type_contiguous MPI_Type_create_hindexed MPI_Type_create_hvector MPI_Type_create_indexed_block
// covers: MPI_Type_create_resized MPI_Type_create_subarray MPI_Type_free MPI_Type_get_extent
// covers: MPI_Type_get_true_extent MPI_Type_indexed MPI_Type_size MPI_Type_vector
#include "say.h"
#include <stdint.h>

static void say_bounds(const char *what, MPI_Datatype type)
{
    int bytes;
    MPI_Aint lower, extent, true_lower, true_extent;
    MPI_Type_size(type, &bytes);
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_true_extent(type, &true_lower, &true_extent);
    say("%s: size %d, from %d, extent %d, truly from %d, extent %d", what, bytes, (int)lower, (int)extent,
        (int)true_lower, (int)true_extent);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Datatype type, inner;
    const int lengths[3] = {2, 0, 1}, places[3] = {5, 100, 1};
    const MPI_Aint bytes[3] = {20, 0, 4};
    MPI_Type_contiguous(3, MPI_INT32_T, &type);
    say_bounds("contiguous", type);
    MPI_Type_vector(3, 2, 5, MPI_INT32_T, &type);
    say_bounds("vector", type);
    MPI_Type_vector(3, 1, -2, MPI_INT32_T, &type);
    say_bounds("backward vector", type);
    MPI_Type_create_hvector(2, 3, 32, MPI_INT16_T, &type);
    say_bounds("hvector", type);
    MPI_Type_indexed(3, lengths, places, MPI_INT32_T, &type);
    say_bounds("indexed", type);
    MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT32_T, &type);
    say_bounds("hindexed", type);
    MPI_Type_create_indexed_block(2, 2, places, MPI_INT16_T, &type);
    say_bounds("indexed block", type);
    const int sizes[2] = {4, 6}, subsizes[2] = {2, 3}, starts[2] = {1, 2};
    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT32_T, &type);
    say_bounds("subarray", type);
    MPI_Type_create_resized(MPI_INT32_T, -4, 24, &type);
    say_bounds("resized", type);
    MPI_Type_create_resized(MPI_INT32_T, 0, 12, &inner);
    MPI_Type_vector(2, 1, 3, inner, &type);
    MPI_Type_free(&inner);
    say_bounds("vector of resized", type);
    MPI_Type_contiguous(0, MPI_INT32_T, &type);
    say_bounds("nothing", type);
    end();
}
