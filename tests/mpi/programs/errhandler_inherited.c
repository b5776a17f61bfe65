// Communicators made from one with an error handler have it too; changing it later changes only one.
//
// ranks: 1 2 3
// covers: MPI_Comm_create_errhandler MPI_Comm_dup MPI_Comm_free MPI_Comm_get_errhandler
// covers: MPI_Comm_set_errhandler MPI_Comm_split MPI_Errhandler_free MPI_Send
#include "errors.h"

static int calls;

static void note(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    calls++;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Errhandler handler, got;
    MPI_Comm copy, part;
    int word = 0;
    MPI_Comm_create_errhandler(note, &handler);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_errhandler(copy, handler);
    MPI_Comm_split(copy, rank % 2, 0, &part);
    MPI_Send(&word, 1, MPI_INT, size, 0, copy);
    MPI_Send(&word, 1, MPI_INT, size, 0, part);
    say("calls %d", calls);
    MPI_Comm_get_errhandler(part, &got);
    say("same %d", got == handler);
    MPI_Errhandler_free(&got);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Send(&word, 1, MPI_INT, size, 0, copy);
    MPI_Send(&word, 1, MPI_INT, size, 0, part);
    say("calls %d", calls);
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&part);
    end();
}
