/* MPI_Pack and MPI_Unpack (MPI 4.0, section 5.2): the bytes of the data, one behind the other. */
#include "datatype.h"

static int move(const char *function, const struct weft_mpi_data *data, void *packed, int room, int *position,
                const struct weft_mpi_comm *comm, bool in)
{
    const uint32_t bytes = data->bytes;
    if (*position < 0 || room < *position || (uint32_t)(room - *position) < bytes) {
        return weft_mpi_error(comm, MPI_ERR_TRUNCATE, "%s: %d bytes at position %d of a buffer of %d bytes", function,
                              (int)bytes, *position, room);
    }
    uint8_t *const at = (uint8_t *)packed + *position;
    if (data->layout) {
        data->layout->move(data->layout, data->buffer, 0, at, bytes, in);
    } else {
        weft_copy(in ? data->buffer : at, in ? at : data->buffer, bytes);
    }
    *position += (int)bytes;
    return MPI_SUCCESS;
}

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
              MPI_Comm comm)
{
    static const char function[] = "MPI_Pack";
    struct weft_mpi_comm *found;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_data(found, function, inbuf, incount, datatype, &data));
    return move(function, &data, outbuf, outsize, position, found, false);
}
WEFT_MPI_NAME(Pack)

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
                MPI_Comm comm)
{
    static const char function[] = "MPI_Unpack";
    struct weft_mpi_comm *found;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_data(found, function, outbuf, outcount, datatype, &data));
    return move(function, &data, (void *)(uintptr_t)inbuf, insize, position, found, true);
}
WEFT_MPI_NAME(Unpack)

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    static const char function[] = "MPI_Pack_size";
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_count(found, function, incount));
    WEFT_TRY(weft_mpi_check_type(found, function, datatype));
    *size = incount * (int)weft_mpi_any_size(datatype);
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Pack_size)
