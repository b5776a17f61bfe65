// Groups by ranges with strides, upwards and downwards.
//
// ranks: 8
// covers: MPI_Comm_group MPI_Group_free MPI_Group_range_excl MPI_Group_range_incl
#include "group.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, some;
    int ranges[3][3] = {{6, 7, 1}, {5, 0, -2}, {2, 3, 5}};
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 3, ranges, &some);
    say_group("included", some);
    MPI_Group_free(&some);
    MPI_Group_range_excl(world, 3, ranges, &some);
    say_group("excluded", some);
    MPI_Group_free(&some);
    MPI_Group_range_incl(world, 1, ranges, &some);
    say_group("one range", some);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
    end();
}
