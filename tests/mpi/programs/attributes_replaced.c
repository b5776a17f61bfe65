// Setting an attribute again deletes the old value first; a freed key lives on while it is in use.
//
// ranks: 1 2
// covers: MPI_Comm_create_keyval MPI_Comm_dup MPI_Comm_free MPI_Comm_free_keyval MPI_Comm_set_attr
#include "say.h"

static int delete_loudly(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    say("deleted %d", *(int *)value);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int first = 1, second = 2, keyval;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_loudly, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &first);
    MPI_Comm_set_attr(comm, keyval, &second);
    say("replaced");
    MPI_Comm_free_keyval(&keyval);
    say("key freed %d", keyval == MPI_KEYVAL_INVALID);
    MPI_Comm_free(&comm);
    say("communicator freed");
    end();
}
