// MPI_Initialized and MPI_Finalized may be called at any time, even before MPI_Init and after MPI_Finalize.
//
// ranks: 1 2
// covers: MPI_Finalized MPI_Initialized
#include "say.h"

static void say_state(const char *when)
{
    int initialized = -1, finalized = -1;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    say("%s: initialized %d, finalized %d", when, initialized, finalized);
}

int main(int argc, char **argv)
{
    say_state("before");
    begin(&argc, &argv);
    say_state("during");
    end();
    say_state("after");
    if (rank == 0)
        fwrite(say_text, 1, (size_t)say_length, stdout);
}
