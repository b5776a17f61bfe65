// MPI_Finalize deletes the attributes of MPI_COMM_SELF first, while MPI still works.
//
// ranks: 1 2
// covers: MPI_Comm_create_keyval MPI_Comm_set_attr MPI_Comm_size MPI_Finalized
#include "say.h"

static int at_end(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    int finalized = -1, self_size = -1;
    MPI_Finalized(&finalized);
    MPI_Comm_size(MPI_COMM_SELF, &self_size);
    if (rank == 0) {
        printf("0: deleted %d, finalized %d, size %d\n", *(int *)value, finalized, self_size);
        fflush(stdout);
    }
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    begin(&argc, &argv);
    static int value = 33;
    int keyval;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    say("before the end");
    end();
}
