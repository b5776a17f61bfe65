// Union, intersection and difference, in the order that the standard gives the members.
//
// ranks: 5 8
// covers: MPI_Comm_group MPI_Group_difference MPI_Group_free MPI_Group_incl MPI_Group_intersection
// covers: MPI_Group_union
#include "group.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, a, b, result;
    const int in_a[3] = {4, 1, 0}, in_b[3] = {1, 3, 4};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, in_a, &a);
    MPI_Group_incl(world, 3, in_b, &b);
    MPI_Group_union(a, b, &result);
    say_group("union", result);
    MPI_Group_free(&result);
    MPI_Group_intersection(a, b, &result);
    say_group("intersection", result);
    MPI_Group_free(&result);
    MPI_Group_difference(a, b, &result);
    say_group("difference", result);
    MPI_Group_free(&result);
    MPI_Group_difference(a, a, &result);
    say_group("nothing", result);
    MPI_Group_union(MPI_GROUP_EMPTY, b, &result);
    say_group("union with the empty", result);
    MPI_Group_free(&result);
    MPI_Group_free(&a);
    MPI_Group_free(&b);
    MPI_Group_free(&world);
    end();
}
