// A program calls a communicator's error handler itself.
//
// ranks: 1 2
// covers: MPI_Comm_call_errhandler MPI_Comm_create_errhandler MPI_Comm_set_errhandler MPI_Comm_size
// covers: MPI_Errhandler_free
#include "errors.h"

static void note(MPI_Comm *comm, int *code, ...)
{
    int members;
    MPI_Comm_size(*comm, &members);
    say("called: %s on %d ranks", class_name(*code), members);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    say_error("MPI_Comm_call_errhandler", MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER));
    return_errors();
    say_error("MPI_Comm_call_errhandler, errors returned", MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG));
    MPI_Errhandler_free(&handler);
    end();
}
