// Waiting for null requests returns at once with an empty status.
//
// ranks: 1 2
// covers: MPI_Get_count MPI_Test MPI_Testall MPI_Testany MPI_Testsome MPI_Wait MPI_Waitall MPI_Waitany
// covers: MPI_Waitsome
#include "say.h"

static void say_empty(const char *what, const MPI_Status *status)
{
    int count = -1;
    MPI_Get_count(status, MPI_BYTE, &count);
    say("%s: any source %d, any tag %d, count %d", what, status->MPI_SOURCE == MPI_ANY_SOURCE,
        status->MPI_TAG == MPI_ANY_TAG, count);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status status, statuses[2];
    int flag = 0, index = 0, indices[2], done = 0;
    MPI_Wait(&requests[0], &status);
    say_empty("wait", &status);
    MPI_Test(&requests[0], &flag, &status);
    say_empty(flag ? "test true" : "test false", &status);
    MPI_Waitall(2, requests, statuses);
    say_empty("wait for all", &statuses[1]);
    MPI_Testall(2, requests, &flag, statuses);
    say_empty(flag ? "test of all true" : "test of all false", &statuses[0]);
    MPI_Waitany(2, requests, &index, &status);
    say_empty(index == MPI_UNDEFINED ? "wait for any, undefined" : "wait for any", &status);
    MPI_Testany(2, requests, &index, &flag, &status);
    say_empty(index == MPI_UNDEFINED && flag ? "test of any, undefined and true" : "test of any", &status);
    MPI_Waitsome(2, requests, &done, indices, statuses);
    say("wait for some, undefined: %d", done == MPI_UNDEFINED);
    MPI_Testsome(2, requests, &done, indices, statuses);
    say("test of some, undefined: %d", done == MPI_UNDEFINED);
    say("no requests at all: %d", MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
    end();
}
