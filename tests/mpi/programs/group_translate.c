// Ranks of one group as ranks of another; MPI_UNDEFINED for those that are not in it.
//
// ranks: 3 5
// covers: MPI_Comm_group MPI_Group_free MPI_Group_incl MPI_Group_translate_ranks
#include "say.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Group world, some;
    const int list[2] = {size - 1, 1}, asked[4] = {0, 1, size - 1, MPI_PROC_NULL}, back[2] = {1, 0};
    int there[4], here[2];
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 2, list, &some);
    MPI_Group_translate_ranks(world, 4, asked, some, there);
    say("undefined %d, %d, %d, null %d", there[0] == MPI_UNDEFINED, there[1], there[2], there[3] == MPI_PROC_NULL);
    MPI_Group_translate_ranks(some, 2, back, world, here);
    say_ints("back", here, 2);
    MPI_Group_free(&some);
    MPI_Group_free(&world);
    end();
}
