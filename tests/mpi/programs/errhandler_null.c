// Wrong arguments of the functions for error handlers.
//
// ranks: 1 2
// covers: MPI_Comm_call_errhandler MPI_Comm_get_errhandler MPI_Comm_set_errhandler MPI_Errhandler_free
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Errhandler null = MPI_ERRHANDLER_NULL, got;
    const MPI_Comm world = MPI_COMM_WORLD;
    say_error("MPI_Comm_set_errhandler, null handler", MPI_Comm_set_errhandler(world, MPI_ERRHANDLER_NULL));
    say_error("MPI_Comm_set_errhandler, null communicator", MPI_Comm_set_errhandler(MPI_COMM_NULL, MPI_ERRORS_RETURN));
    say_error("MPI_Comm_get_errhandler, null communicator", MPI_Comm_get_errhandler(MPI_COMM_NULL, &got));
    say_error("MPI_Errhandler_free, null handler", MPI_Errhandler_free(&null));
    say_error("MPI_Comm_call_errhandler, null communicator", MPI_Comm_call_errhandler(MPI_COMM_NULL, MPI_ERR_ARG));
    end();
}
