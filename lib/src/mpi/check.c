/* Checks of arguments; each error names what is wrong, and the value. */
#include "datatype.h"

int weft_mpi_check_type(MPI_Datatype datatype)
{
    if (weft_mpi_is_datatype(datatype)) {
        return MPI_SUCCESS;
    }
    if (!weft_mpi_is(datatype, WEFT_MPI_IS_DATATYPE)) {
        return weft_mpi_no(WEFT_MPI_IS_DATATYPE);
    }
    return datatype->committed ? MPI_SUCCESS : weft_mpi_error(MPI_ERR_TYPE, "the datatype is not committed");
}

struct weft_mpi_datatype *weft_mpi_owned(MPI_Datatype datatype)
{
    return weft_mpi_is_datatype(datatype) || datatype->predefined ? NULL : datatype;
}

int weft_mpi_check_count(int count)
{
    return count >= 0 ? MPI_SUCCESS : weft_mpi_error(MPI_ERR_COUNT, "the count is %d", count);
}

__attribute__((noinline)) static int check_ranks(int class, const char *what, int rank)
{
    const int32_t size = weft_mpi_call.comm->size;
    if ((uint32_t)rank < (uint32_t)size) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(class, "%s %d; the communicator has ranks 0 to %d", what, rank, (int)size - 1);
}

int weft_mpi_check_rank(int rank)
{
    return check_ranks(MPI_ERR_RANK, "rank", rank);
}

int weft_mpi_check_root(int root)
{
    return check_ranks(MPI_ERR_ROOT, "root", root);
}

int weft_mpi_check_pointer(const void *result)
{
    return result ? MPI_SUCCESS : weft_mpi_error(MPI_ERR_ARG, "the place for the result is a null pointer");
}

/* A null pointer is valid with a derived datatype, whose displacements may be absolute addresses (MPI_BOTTOM). */
int weft_mpi_check_data(const void *buffer, int count, MPI_Datatype datatype, struct weft_mpi_data *data)
{
    WEFT_TRY(weft_mpi_check_count(count));
    WEFT_TRY(weft_mpi_check_type(datatype));
    const uint64_t bytes = (uint64_t)(uint32_t)count * weft_mpi_size_of(datatype);
    data->buffer = (void *)(uintptr_t)buffer;
    data->layout = weft_mpi_layout(datatype);
    data->bytes = (weft_length)bytes;
    if (sizeof data->bytes == sizeof(uint32_t) && bytes > INT32_MAX) {
        return weft_mpi_error(MPI_ERR_COUNT, "%d elements are more than 2,147,483,647 bytes", count);
    }
    if (bytes > 0 && !data->layout && !weft_mpi_is_buffer(buffer)) {
        return weft_mpi_error(MPI_ERR_BUFFER, "a buffer of %d elements is %s", count,
                              buffer == NULL ? "a null pointer" : "MPI_IN_PLACE, which it cannot be here");
    }
    return MPI_SUCCESS;
}
