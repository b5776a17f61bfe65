// On duplication the copy callback decides which attributes go along, and with what value.
//
// ranks: 1 2
// covers: MPI_Comm_create_keyval MPI_Comm_delete_attr MPI_Comm_dup MPI_Comm_free MPI_Comm_free_keyval
// covers: MPI_Comm_get_attr MPI_Comm_set_attr
#include "say.h"

static int values[3] = {1, 2, 3};

static int copy_next(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval;
    *(void **)out = (int *)in + 1;
    *flag = 1;
    say("copied with %d", *(int *)extra);
    return MPI_SUCCESS;
}

static int delete_loudly(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval;
    say("deleted %d with %d", *(int *)value, *(int *)extra);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    int extra = 70, kept, dropped, same, found, *value;
    MPI_Comm_create_keyval(copy_next, delete_loudly, &kept, &extra);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &dropped, NULL);
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &same, NULL);
    MPI_Comm original, copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &original);
    MPI_Comm_set_attr(original, kept, &values[0]);
    MPI_Comm_set_attr(original, dropped, &values[1]);
    MPI_Comm_set_attr(original, same, &values[2]);
    MPI_Comm_dup(original, &copy);
    MPI_Comm_get_attr(copy, kept, &value, &found);
    say("kept: %d, value %d", found, *value);
    MPI_Comm_get_attr(copy, dropped, &value, &found);
    say("dropped: %d", found);
    MPI_Comm_get_attr(copy, same, &value, &found);
    say("same: %d, value %d", found, *value);
    MPI_Comm_free(&copy);
    MPI_Comm_delete_attr(original, kept);
    MPI_Comm_free(&original);
    MPI_Comm_free_keyval(&kept);
    MPI_Comm_free_keyval(&dropped);
    MPI_Comm_free_keyval(&same);
    end();
}
