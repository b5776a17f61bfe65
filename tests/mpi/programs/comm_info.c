// Hints of a communicator: those that nobody knows change nothing, and a copy made with hints is one like any other.
//
// ranks: 1 2 3
// covers: MPI_Comm_compare MPI_Comm_dup_with_info MPI_Comm_free MPI_Comm_get_info MPI_Comm_set_info MPI_Info_create
// covers: MPI_Info_free MPI_Info_get_nkeys MPI_Info_set MPI_Sendrecv
#include "say.h"

static void say_alike(const char *title, MPI_Comm comm)
{
    int result, right = (rank + 1) % size, left = (rank + size - 1) % size, mine = 10 + rank, theirs = -1;
    MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
    MPI_Sendrecv(&mine, 1, MPI_INT, right, 3, &theirs, 1, MPI_INT, left, 3, comm, MPI_STATUS_IGNORE);
    say("%s: congruent %d, from the left %d", title, result == MPI_CONGRUENT, theirs);
}

static void say_has_hints(const char *title, MPI_Comm comm)
{
    MPI_Info info = MPI_INFO_NULL;
    int keys = -1;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_nkeys(info, &keys);
    say("%s: an info object %d, counted %d", title, info != MPI_INFO_NULL, keys >= 0);
    MPI_Info_free(&info);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    MPI_Comm copy, plain;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "colour_of_messages", "green");
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &copy);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &plain);
    say_alike("with hints", copy);
    say_alike("without", plain);
    say_has_hints("with hints", copy);
    MPI_Info_set(info, "colour_of_messages", "blue");
    MPI_Comm_set_info(plain, info);
    MPI_Info_free(&info);
    say_alike("with hints later", plain);
    say_has_hints("the world", MPI_COMM_WORLD);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&plain);
    end();
}
