// The members of a group, as ranks of MPI_COMM_WORLD.
//
// covers: MPI_Comm_group MPI_Group_free MPI_Group_size MPI_Group_translate_ranks
#ifndef GROUP_H
#define GROUP_H

#include "say.h"

static inline void say_group(const char *title, MPI_Group group)
{
    int count, ranks[16], world_ranks[16];
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(group, &count);
    for (int i = 0; i < count; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, count, ranks, world, world_ranks);
    say_ints(title, world_ranks, count);
    MPI_Group_free(&world);
}

#endif
