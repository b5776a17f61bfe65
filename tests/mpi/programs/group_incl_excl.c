// Groups by listing members, and by leaving some out.
//
// ranks: 1 2 3 5 8
// covers: MPI_Comm_group MPI_Group_excl MPI_Group_free MPI_Group_incl
#include "group.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, some, others, none;
    int list[8], count = 0;
    for (int peer = size - 1; peer >= 0; peer -= 2)
        list[count++] = peer;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, count, list, &some);
    MPI_Group_excl(world, count, list, &others);
    say_group("included", some);
    say_group("excluded", others);
    MPI_Group_incl(world, 0, list, &none);
    say_group("none", none);
    say("is the empty group: %d", none == MPI_GROUP_EMPTY);
    MPI_Group_free(&some);
    if (others != MPI_GROUP_EMPTY)
        MPI_Group_free(&others);
    MPI_Group_excl(world, 0, list, &some);
    say_group("without nobody", some);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
    end();
}
