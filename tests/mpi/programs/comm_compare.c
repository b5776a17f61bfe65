// Identical, congruent, similar and unequal communicators.
//
// ranks: 1 2 3
// covers: MPI_Comm_compare MPI_Comm_dup MPI_Comm_free MPI_Comm_split
#include "say.h"

static const char *compared(MPI_Comm a, MPI_Comm b)
{
    int result = -1;
    MPI_Comm_compare(a, b, &result);
    return result == MPI_IDENT       ? "identical"
           : result == MPI_CONGRUENT ? "congruent"
           : result == MPI_SIMILAR   ? "similar"
           : result == MPI_UNEQUAL   ? "unequal"
                                     : "wrong";
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copy, reversed, single;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &single);
    say("itself %s", compared(MPI_COMM_WORLD, MPI_COMM_WORLD));
    say("copy %s", compared(MPI_COMM_WORLD, copy));
    say("reversed %s", compared(copy, reversed));
    say("alone %s", compared(single, reversed));
    say("alone and self %s", compared(single, MPI_COMM_SELF));
    MPI_Comm_free(&copy);
    MPI_Comm_free(&reversed);
    MPI_Comm_free(&single);
    end();
}
