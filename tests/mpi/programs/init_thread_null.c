// MPI_Init_thread without the arguments of main, asking for a single thread.
//
// ranks: 1 2
// covers: MPI_Init_thread
#include "say.h"

int main(void)
{
    int provided = -1;
    int result = MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
    begin_initialized();
    say("result %d, a level: %d", result, provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    end();
}
