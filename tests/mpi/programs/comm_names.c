// The predefined communicators have names; a program gives others.
//
// ranks: 1 2
// covers: MPI_Comm_dup MPI_Comm_free MPI_Comm_get_name MPI_Comm_set_name
#include "say.h"

static void say_name(const char *what, MPI_Comm comm)
{
    char name[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm_get_name(comm, name, &length);
    say("%s: %s, length %d", what, name, length);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copy;
    say_name("world", MPI_COMM_WORLD);
    say_name("self", MPI_COMM_SELF);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_set_name(copy, "the copy");
    say_name("copy", copy);
    MPI_Comm_set_name(copy, "");
    say_name("without a name", copy);
    MPI_Comm_set_name(MPI_COMM_WORLD, "everybody");
    say_name("world", MPI_COMM_WORLD);
    MPI_Comm_free(&copy);
    end();
}
