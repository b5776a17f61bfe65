// Wrong attribute keys: an error, of one class at least for MPI_Comm_get_attr.
//
// ranks: 1 2
// covers: MPI_Comm_delete_attr MPI_Comm_free_keyval MPI_Comm_get_attr MPI_Comm_set_attr
#include "errors.h"

static void say_failure(const char *what, int code)
{
    say("%s fails: %d", what, code != MPI_SUCCESS);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int invalid = MPI_KEYVAL_INVALID, predefined = MPI_TAG_UB, *value, flag;
    const MPI_Comm world = MPI_COMM_WORLD;
    say_error("MPI_Comm_get_attr, invalid key", MPI_Comm_get_attr(world, MPI_KEYVAL_INVALID, &value, &flag));
    say_failure("setting an invalid key", MPI_Comm_set_attr(world, MPI_KEYVAL_INVALID, &flag));
    say_failure("deleting an invalid key", MPI_Comm_delete_attr(world, MPI_KEYVAL_INVALID));
    say_failure("freeing an invalid key", MPI_Comm_free_keyval(&invalid));
    say_failure("setting a predefined key", MPI_Comm_set_attr(world, MPI_TAG_UB, &flag));
    say_failure("deleting a predefined key", MPI_Comm_delete_attr(world, MPI_TAG_UB));
    say_failure("freeing a predefined key", MPI_Comm_free_keyval(&predefined));
    end();
}
