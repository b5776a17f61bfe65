// Attributes of a communicator: set, found, replaced, deleted.
//
// ranks: 1 2
// covers: MPI_Comm_create_keyval MPI_Comm_delete_attr MPI_Comm_free_keyval MPI_Comm_get_attr
// covers: MPI_Comm_set_attr
#include "say.h"

static void say_attribute(MPI_Comm comm, int keyval)
{
    int *value = NULL, found = -1;
    MPI_Comm_get_attr(comm, keyval, &value, &found);
    say("found %d, value %d", found, found ? *value : 0);
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int first = 11, second = 22, keyvals[2];
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyvals[0], NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyvals[1], NULL);
    say_attribute(MPI_COMM_WORLD, keyvals[0]);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyvals[0], &first);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyvals[0], &second);
    say_attribute(MPI_COMM_WORLD, keyvals[0]);
    say_attribute(MPI_COMM_SELF, keyvals[0]);
    say_attribute(MPI_COMM_WORLD, keyvals[1]);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyvals[0], &second);
    say_attribute(MPI_COMM_WORLD, keyvals[0]);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyvals[0]);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keyvals[0]);
    say_attribute(MPI_COMM_WORLD, keyvals[0]);
    MPI_Comm_free_keyval(&keyvals[0]);
    MPI_Comm_free_keyval(&keyvals[1]);
    say("invalid %d", keyvals[0] == MPI_KEYVAL_INVALID);
    end();
}
