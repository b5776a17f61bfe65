/* Inquiry of a datatype (MPI 4.0, section 5.1.7). */
#include "datatype.h"

int PMPI_Type_size(MPI_Datatype datatype, int *size)
{
    struct weft_mpi_shape shape;
    WEFT_TRY(weft_mpi_find_shape("MPI_Type_size", datatype, &shape));
    WEFT_TRY(weft_mpi_check_result(size));
    *size = (int)shape.size;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_size)

int PMPI_Type_get_extent(MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent)
{
    struct weft_mpi_shape shape;
    WEFT_TRY(weft_mpi_find_shape("MPI_Type_get_extent", datatype, &shape));
    WEFT_TRY(weft_mpi_check_result(lb));
    WEFT_TRY(weft_mpi_check_result(extent));
    *lb = shape.lower;
    *extent = shape.extent;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_get_extent)

int PMPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent)
{
    struct weft_mpi_shape shape;
    WEFT_TRY(weft_mpi_find_shape("MPI_Type_get_true_extent", datatype, &shape));
    WEFT_TRY(weft_mpi_check_result(true_lb));
    WEFT_TRY(weft_mpi_check_result(true_extent));
    *true_lb = shape.true_lower;
    *true_extent = shape.true_extent;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Type_get_true_extent)

int PMPI_Get_address(const void *location, MPI_Aint *address)
{
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Get_address)
