// A program that leaves all MPI calls to its main thread gets at least that much support.
//
// ranks: 1 2 3
// covers: MPI_Init_thread MPI_Is_thread_main MPI_Query_thread
#include "say.h"

int main(int argc, char **argv)
{
    int provided, queried, is_main;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    begin_initialized();
    MPI_Query_thread(&queried);
    MPI_Is_thread_main(&is_main);
    say("funneled: %d, as queried: %d, in the main thread: %d", provided >= MPI_THREAD_FUNNELED, provided == queried,
        is_main);
    say("levels in order: %d", MPI_THREAD_SINGLE < MPI_THREAD_FUNNELED && MPI_THREAD_FUNNELED < MPI_THREAD_SERIALIZED &&
                                   MPI_THREAD_SERIALIZED < MPI_THREAD_MULTIPLE);
    end();
}
