// The predefined error handlers: errors are fatal at first; MPI_Comm_get_errhandler tells.
//
// ranks: 1 2
// covers: MPI_Comm_get_errhandler MPI_Comm_set_errhandler MPI_Errhandler_free
#include "errors.h"

static int is_handler(MPI_Comm comm, MPI_Errhandler expected)
{
    MPI_Errhandler got;
    MPI_Comm_get_errhandler(comm, &got);
    int same = got == expected;
    MPI_Errhandler_free(&got);
    return same;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    say("fatal at first: %d", is_handler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    say("then returned: %d", is_handler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    say("and fatal again: %d", is_handler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    end();
}
