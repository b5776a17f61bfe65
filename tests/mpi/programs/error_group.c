// Wrong ranks and groups.
//
// ranks: 2
// covers: MPI_Comm_group MPI_Group_compare MPI_Group_difference MPI_Group_excl MPI_Group_free MPI_Group_incl
// covers: MPI_Group_intersection MPI_Group_range_excl MPI_Group_range_incl MPI_Group_rank MPI_Group_size
// covers: MPI_Group_translate_ranks MPI_Group_union
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Group world, result, null = MPI_GROUP_NULL;
    const int beyond[1] = {2}, twice[2] = {1, 1}, zero[1] = {0};
    int range[1][3] = {{0, 2, 1}}, standing[1][3] = {{0, 1, 0}}, value, back[1];
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    say_error("MPI_Comm_group, null communicator", MPI_Comm_group(MPI_COMM_NULL, &result));
    say_error("MPI_Group_size, null group", MPI_Group_size(MPI_GROUP_NULL, &value));
    say_error("MPI_Group_rank, null group", MPI_Group_rank(MPI_GROUP_NULL, &value));
    say_error("MPI_Group_incl, rank too large", MPI_Group_incl(world, 1, beyond, &result));
    say_error("MPI_Group_incl, rank twice", MPI_Group_incl(world, 2, twice, &result));
    say_error("MPI_Group_incl, null group", MPI_Group_incl(MPI_GROUP_NULL, 1, zero, &result));
    say_error("MPI_Group_excl, rank too large", MPI_Group_excl(world, 1, beyond, &result));
    say_error("MPI_Group_union, null group", MPI_Group_union(world, MPI_GROUP_NULL, &result));
    say_error("MPI_Group_intersection, null group", MPI_Group_intersection(MPI_GROUP_NULL, world, &result));
    say_error("MPI_Group_difference, null group", MPI_Group_difference(world, MPI_GROUP_NULL, &result));
    say_error("MPI_Group_compare, null group", MPI_Group_compare(world, MPI_GROUP_NULL, &value));
    say_error("MPI_Group_translate_ranks, null group", MPI_Group_translate_ranks(MPI_GROUP_NULL, 1, zero, world, back));
    say_error("MPI_Group_free, null group", MPI_Group_free(&null));
    say("a range too long fails: %d", MPI_Group_range_incl(world, 1, range, &result) != MPI_SUCCESS);
    say("a range without stride fails: %d", MPI_Group_range_incl(world, 1, standing, &result) != MPI_SUCCESS);
    say("leaving out too many fails: %d", MPI_Group_range_excl(world, 1, range, &result) != MPI_SUCCESS);
    MPI_Group_free(&world);
    end();
}
