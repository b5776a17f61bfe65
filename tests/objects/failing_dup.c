/* MPI_Comm_dup that fails again and again, in a function that copies an attribute, after other attributes were copied:
 * prints how many of these were deleted again. Each failing call must give back all that it took. */
#include <mpi.h>
#include <stdio.h>

#define CALLS 500

static int deleted;

static int copies(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra;
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int fails(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void)comm, (void)keyval, (void)extra, (void)in, (void)out, (void)flag;
    return MPI_ERR_OTHER;
}

static int deletes(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)value, (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int first;
    int second;
    int value = 0;
    MPI_Comm comm;
    MPI_Comm copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(copies, deletes, &first, NULL);
    MPI_Comm_create_keyval(fails, deletes, &second, NULL);
    MPI_Comm_set_attr(comm, first, &value);
    MPI_Comm_set_attr(comm, second, &value);
    for (int call = 0; call < CALLS; call++) {
        if (MPI_Comm_dup(comm, &copy) != MPI_ERR_OTHER || copy != MPI_COMM_NULL) {
            printf("call %d does not fail as it should\n", call);
            return 1;
        }
    }
    printf("%d deleted\n", deleted);
    MPI_Comm_delete_attr(comm, second);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
