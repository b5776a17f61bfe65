/* What can be asked of a datatype (MPI 4.0, section 5.1.7). */
#include "datatype.h"

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    WEFT_TRY(weft_mpi_check_old("MPI_Type_size", 0, datatype));
    *size = (int)weft_mpi_any_size(datatype);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_size)

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    WEFT_TRY(weft_mpi_check_old("MPI_Type_get_extent", 0, datatype));
    *lb = weft_mpi_is_datatype(datatype) ? 0 : datatype->lower;
    *extent = weft_mpi_extent(datatype);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_get_extent)

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    WEFT_TRY(weft_mpi_check_old("MPI_Type_get_true_extent", 0, datatype));
    const bool basic = weft_mpi_is_datatype(datatype);
    *true_lb = basic ? 0 : datatype->true_lower;
    *true_extent = basic ? weft_mpi_extent(datatype) : datatype->true_upper - datatype->true_lower;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_get_true_extent)

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_address)
