/* Operations that the program defines (MPI 4.0, section 6.9.5). */
#include "mpi_internal.h"

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    struct weft_mpi_op *const made = weft_mpi_new(sizeof *made);
    if (!made) {
        return weft_mpi_no_memory(NULL, "MPI_Op_create");
    }
    *made = (struct weft_mpi_op){WEFT_MPI_IS_OP, commute != 0, user_fn};
    *op = made;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Op_create)

int PMPI_Op_free(MPI_Op *op)
{
    if (!weft_mpi_is(*op, WEFT_MPI_IS_OP)) {
        return weft_mpi_error(NULL, MPI_ERR_OP, "MPI_Op_free: the operation is predefined, or none");
    }
    weft_mpi_delete(*op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Op_free)
