// Wrong arguments of the functions that make, describe and free datatypes.
//
// ranks: 1 2
// covers: MPI_Type_commit MPI_Type_contiguous MPI_Type_create_hindexed MPI_Type_create_hvector
// covers: MPI_Type_create_indexed_block MPI_Type_create_resized MPI_Type_create_struct
// covers: MPI_Type_create_subarray MPI_Type_dup MPI_Type_free MPI_Type_get_extent MPI_Type_get_true_extent
// covers: MPI_Type_indexed MPI_Type_size MPI_Type_vector
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    const int one[1] = {1}, zero[1] = {0}, four[1] = {4};
    const MPI_Aint place[1] = {0};
    const MPI_Datatype null[1] = {MPI_DATATYPE_NULL}, members[1] = {MPI_INT};
    MPI_Datatype type, nothing = MPI_DATATYPE_NULL, basic = MPI_INT;
    int value;
    MPI_Aint lower, extent;
    say_error("MPI_Type_contiguous, negative count", MPI_Type_contiguous(-1, MPI_INT, &type));
    say_error("MPI_Type_contiguous, null datatype", MPI_Type_contiguous(1, nothing, &type));
    say_error("MPI_Type_vector, negative count", MPI_Type_vector(-1, 1, 1, MPI_INT, &type));
    say_error("MPI_Type_vector, null datatype", MPI_Type_vector(1, 1, 1, nothing, &type));
    say_error("MPI_Type_create_hvector, negative count", MPI_Type_create_hvector(-1, 1, 4, MPI_INT, &type));
    say_error("MPI_Type_create_hvector, null datatype", MPI_Type_create_hvector(1, 1, 4, nothing, &type));
    say_error("MPI_Type_indexed, negative count", MPI_Type_indexed(-1, one, zero, MPI_INT, &type));
    say_error("MPI_Type_indexed, null datatype", MPI_Type_indexed(1, one, zero, nothing, &type));
    say_error("MPI_Type_create_hindexed, negative count", MPI_Type_create_hindexed(-1, one, place, MPI_INT, &type));
    say_error("MPI_Type_create_hindexed, null datatype", MPI_Type_create_hindexed(1, one, place, nothing, &type));
    say_error("MPI_Type_create_indexed_block, negative count",
              MPI_Type_create_indexed_block(-1, 1, zero, MPI_INT, &type));
    say_error("MPI_Type_create_indexed_block, null datatype",
              MPI_Type_create_indexed_block(1, 1, zero, nothing, &type));
    say_error("MPI_Type_create_struct, negative count", MPI_Type_create_struct(-1, one, place, members, &type));
    say_error("MPI_Type_create_struct, null datatype", MPI_Type_create_struct(1, one, place, null, &type));
    say_error("MPI_Type_create_subarray, wrong order",
              MPI_Type_create_subarray(1, four, four, zero, -99, MPI_INT, &type));
    say_error("MPI_Type_create_resized, null datatype", MPI_Type_create_resized(nothing, 0, 4, &type));
    say_error("MPI_Type_dup, null datatype", MPI_Type_dup(nothing, &type));
    say_error("MPI_Type_commit, null datatype", MPI_Type_commit(&nothing));
    say_error("MPI_Type_free, null datatype", MPI_Type_free(&nothing));
    say_error("MPI_Type_free, basic datatype", MPI_Type_free(&basic));
    say_error("MPI_Type_size, null datatype", MPI_Type_size(nothing, &value));
    say_error("MPI_Type_get_extent, null datatype", MPI_Type_get_extent(nothing, &lower, &extent));
    say_error("MPI_Type_get_true_extent, null datatype", MPI_Type_get_true_extent(nothing, &lower, &extent));
    end();
}
