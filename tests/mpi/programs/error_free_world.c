// The predefined communicators cannot be freed.
//
// ranks: 1 2
// covers: MPI_Comm_free MPI_Comm_set_errhandler
#include "errors.h"

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF;
    say_error("MPI_Comm_free, world", MPI_Comm_free(&world));
    say_error("MPI_Comm_free, self", MPI_Comm_free(&self));
    say("still there: %d %d", world == MPI_COMM_WORLD, self == MPI_COMM_SELF);
    end();
}
