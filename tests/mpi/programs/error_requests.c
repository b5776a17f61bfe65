// Wrong requests: null ones where there must be one.
//
// ranks: 1 2
// covers: MPI_Cancel MPI_Irecv MPI_Request_free MPI_Start MPI_Startall MPI_Wait
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Request null = MPI_REQUEST_NULL, active;
    int word;
    say_error("MPI_Cancel, null request", MPI_Cancel(&null));
    say_error("MPI_Request_free, null request", MPI_Request_free(&null));
    say_error("MPI_Start, null request", MPI_Start(&null));
    say_error("MPI_Startall, null request", MPI_Startall(1, &null));
    MPI_Irecv(&word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &active);
    MPI_Wait(&active, MPI_STATUS_IGNORE);
    say_error("MPI_Wait, null request", MPI_Wait(&null, MPI_STATUS_IGNORE));
    end();
}
