// Identical groups, groups of the same members in another order, and different ones.
//
// ranks: 2 3 5
// covers: MPI_Comm_group MPI_Group_compare MPI_Group_free MPI_Group_incl
#include "say.h"

static const char *compared(MPI_Group a, MPI_Group b)
{
    int result = -1;
    MPI_Group_compare(a, b, &result);
    return result == MPI_IDENT ? "identical" : result == MPI_SIMILAR ? "similar" : "unequal";
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, again, reversed, first;
    int list[8];
    for (int i = 0; i < size; i++)
        list[i] = size - 1 - i;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_group(MPI_COMM_WORLD, &again);
    MPI_Group_incl(world, size, list, &reversed);
    MPI_Group_incl(world, 1, &list[size - 1], &first);
    say("again %s, reversed %s, first %s, empty %s", compared(world, again), compared(world, reversed),
        compared(world, first), compared(first, MPI_GROUP_EMPTY));
    say("empty and empty %s", compared(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY));
    MPI_Group_free(&world);
    MPI_Group_free(&again);
    MPI_Group_free(&reversed);
    MPI_Group_free(&first);
    end();
}
