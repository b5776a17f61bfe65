// An error handler of the program's own is called with the communicator and the code; then the code is returned.
//
// ranks: 1 2
// covers: MPI_Bcast MPI_Comm_create_errhandler MPI_Comm_set_errhandler MPI_Errhandler_free MPI_Send
#include "errors.h"

static int calls;

static void note(MPI_Comm *comm, int *code, ...)
{
    calls++;
    say("called for the world %d: %s", *comm == MPI_COMM_WORLD, class_name(*code));
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    say("freed %d", handler == MPI_ERRHANDLER_NULL);
    int word = 0;
    say_error("MPI_Send, rank too large", MPI_Send(&word, 1, MPI_INT, size, 0, MPI_COMM_WORLD));
    say_error("MPI_Bcast, negative count", MPI_Bcast(&word, -1, MPI_INT, 0, MPI_COMM_WORLD));
    say_error("MPI_Bcast", MPI_Bcast(&word, 1, MPI_INT, 0, MPI_COMM_WORLD));
    say("calls %d", calls);
    end();
}
