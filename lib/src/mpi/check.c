/* The checks of arguments; each function says what is wrong and with which value. */
#include "mpi_internal.h"

int weft_mpi_check_buffer(MPI_Comm comm, const char *function, const void *buffer, int count, MPI_Datatype datatype)
{
    if (count < 0) {
        return weft_mpi_error(comm, MPI_ERR_COUNT, "%s: the count is %d", function, count);
    }
    if (!weft_mpi_is_datatype(datatype)) {
        return weft_mpi_error(comm, MPI_ERR_TYPE, "%s: the datatype is not one", function);
    }
    if ((uint64_t)(uint32_t)count * weft_mpi_size(datatype) > INT32_MAX) {
        return weft_mpi_error(comm, MPI_ERR_COUNT, "%s: %d elements of %d bytes are more than 2,147,483,647 bytes",
                              function, count, (int)weft_mpi_size(datatype));
    }
    if (count > 0 && !weft_mpi_is_buffer(buffer)) {
        return weft_mpi_error(comm, MPI_ERR_BUFFER, "%s: a buffer of %d elements is %s", function, count,
                              buffer == NULL ? "a null pointer" : "MPI_IN_PLACE, which it cannot be here");
    }
    return MPI_SUCCESS;
}

int weft_mpi_check_rank(MPI_Comm comm, const char *function, const struct weft_mpi_group *group, int rank)
{
    if (rank < 0 || rank >= group->size) {
        return weft_mpi_error(comm, MPI_ERR_RANK, "%s: rank %d; the communicator has ranks 0 to %d", function, rank,
                              (int)group->size - 1);
    }
    return MPI_SUCCESS;
}

int weft_mpi_check_root(MPI_Comm comm, const char *function, const struct weft_mpi_group *group, int root)
{
    if (root < 0 || root >= group->size) {
        return weft_mpi_error(comm, MPI_ERR_ROOT, "%s: root %d; the communicator has ranks 0 to %d", function, root,
                              (int)group->size - 1);
    }
    return MPI_SUCCESS;
}

int weft_mpi_check_pointer(MPI_Comm comm, const char *function, const void *result)
{
    if (result == NULL) {
        return weft_mpi_error(comm, MPI_ERR_ARG, "%s: the place for the result is a null pointer", function);
    }
    return MPI_SUCCESS;
}
