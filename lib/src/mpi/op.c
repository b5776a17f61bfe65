/* Operations that the program defines (MPI 4.0, section 6.9.5). */
#include "mpi_internal.h"

int PMPI_Op_create(MPI_User_function *user_fn, int commute, MPI_Op *op)
{
    weft_mpi_enter("MPI_Op_create");
    *op = weft_mpi_new_object(sizeof **op, WEFT_MPI_IS_OP);
    if (!*op) {
        return MPI_ERR_NO_MEM;
    }
    (*op)->commutes = commute != 0;
    (*op)->function = user_fn;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Op_create)

int PMPI_Op_free(MPI_Op *op)
{
    WEFT_TRY(weft_mpi_check("MPI_Op_free", *op, WEFT_MPI_IS_OP));
    weft_mpi_release(*op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Op_free)
