/* The checks of arguments; each function says what is wrong and with which value. */
#include "datatype.h"

int weft_mpi_check_type(const struct weft_mpi_comm *comm, const char *function, MPI_Datatype datatype)
{
    if (weft_mpi_is_datatype(datatype)) {
        return MPI_SUCCESS;
    }
    if (!weft_mpi_is_derived(datatype)) {
        return weft_mpi_no(comm, MPI_ERR_TYPE, function, "datatype");
    }
    if (!datatype->committed) {
        return weft_mpi_error(comm, MPI_ERR_TYPE, "%s: the datatype is not committed", function);
    }
    return MPI_SUCCESS;
}

int weft_mpi_check_count(const struct weft_mpi_comm *comm, const char *function, int count)
{
    return count >= 0 ? MPI_SUCCESS : weft_mpi_error(comm, MPI_ERR_COUNT, "%s: the count is %d", function, count);
}

static int check_ranks(const struct weft_mpi_comm *comm, const char *function, int class, const char *what, int rank)
{
    if ((uint32_t)rank < (uint32_t)comm->size) {
        return MPI_SUCCESS;
    }
    return weft_mpi_error(comm, class, "%s: %s %d; the communicator has ranks 0 to %d", function, what, rank,
                          (int)comm->size - 1);
}

int weft_mpi_check_rank(const struct weft_mpi_comm *comm, const char *function, int rank)
{
    return check_ranks(comm, function, MPI_ERR_RANK, "rank", rank);
}

int weft_mpi_check_root(const struct weft_mpi_comm *comm, const char *function, int root)
{
    return check_ranks(comm, function, MPI_ERR_ROOT, "root", root);
}

int weft_mpi_check_pointer(const struct weft_mpi_comm *comm, const char *function, const void *result)
{
    if (result == NULL) {
        return weft_mpi_error(comm, MPI_ERR_ARG, "%s: the place for the result is a null pointer", function);
    }
    return MPI_SUCCESS;
}

/* A null pointer is the address that displacements of a derived datatype may count from (MPI_BOTTOM). */
int weft_mpi_check_data(const struct weft_mpi_comm *comm, const char *function, const void *buffer, int count,
                        MPI_Datatype datatype, struct weft_mpi_data *data)
{
    WEFT_TRY(weft_mpi_check_count(comm, function, count));
    WEFT_TRY(weft_mpi_check_type(comm, function, datatype));
    const uint32_t size = weft_mpi_any_size(datatype);
    if ((uint64_t)(uint32_t)count * size > INT32_MAX) {
        return weft_mpi_error(comm, MPI_ERR_COUNT, "%s: %d elements of %d bytes are more than 2,147,483,647 bytes",
                              function, count, (int)size);
    }
    data->buffer = (void *)(uintptr_t)buffer;
    data->layout = weft_mpi_layout(datatype);
    data->bytes = (uint32_t)count * size;
    if (data->bytes > 0 && !data->layout && !weft_mpi_is_buffer(buffer)) {
        return weft_mpi_error(comm, MPI_ERR_BUFFER, "%s: a buffer of %d elements is %s", function, count,
                              buffer == NULL ? "a null pointer" : "MPI_IN_PLACE, which it cannot be here");
    }
    return MPI_SUCCESS;
}
