// Callbacks that fail make the call fail.
//
// ranks: 1 2
// covers: MPI_Comm_create_keyval MPI_Comm_delete_attr MPI_Comm_dup MPI_Comm_free MPI_Comm_free_keyval
// covers: MPI_Comm_get_attr MPI_Comm_set_attr
#include "errors.h"

static int refuse_copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out;
    *flag = 0;
    return MPI_ERR_OTHER;
}

static int refuse_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    return *(int *)value ? MPI_ERR_OTHER : MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    return_errors();
    int refuses = 1, keyval, found = -1, *value;
    MPI_Comm comm, copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(refuse_copy, refuse_delete, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, &refuses);
    say("MPI_Comm_dup fails: %d", MPI_Comm_dup(comm, &copy) != MPI_SUCCESS);
    say("MPI_Comm_delete_attr fails: %d", MPI_Comm_delete_attr(comm, keyval) != MPI_SUCCESS);
    MPI_Comm_get_attr(comm, keyval, &value, &found);
    say("still there: %d", found);
    refuses = 0;
    say_error("MPI_Comm_delete_attr", MPI_Comm_delete_attr(comm, keyval));
    MPI_Comm_free_keyval(&keyval);
    MPI_Comm_free(&comm);
    end();
}
