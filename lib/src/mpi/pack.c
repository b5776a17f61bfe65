/* MPI_Pack and MPI_Unpack (MPI 4.0, section 5.2): packed data are the bytes of the data, contiguous and without a
 * header. */
#include "datatype.h"

static int move(MPI_Comm comm, const char *function, const void *buffer, int count, MPI_Datatype datatype,
                const struct weft_mpi_data *packed, int *position, bool in)
{
    struct weft_mpi_comm *found;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_comm(comm, function, &found));
    WEFT_TRY(weft_mpi_check_data(buffer, count, datatype, &data));
    const uint32_t at = (uint32_t)*position;
    if (at > packed->bytes || packed->bytes - at < data.bytes) {
        return weft_mpi_error(MPI_ERR_TRUNCATE, WEFT_LENGTH " bytes at position %d of a buffer of %d bytes",
                              (weft_told)data.bytes, *position, (int)packed->bytes);
    }
    weft_mpi_move_data(&data, 0, (uint8_t *)packed->buffer + at, data.bytes, in);
    *position += (int)data.bytes;
    return MPI_SUCCESS;
}

int PMPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize, int *position,
              MPI_Comm comm)
{
    const struct weft_mpi_data packed = {outbuf, NULL, outsize > 0 ? (uint32_t)outsize : 0};
    return move(comm, "MPI_Pack", inbuf, incount, datatype, &packed, position, false);
}
WEFT_MPI_NAME(Pack)

int PMPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount, MPI_Datatype datatype,
                MPI_Comm comm)
{
    const struct weft_mpi_data packed = {(void *)(uintptr_t)inbuf, NULL, insize > 0 ? (uint32_t)insize : 0};
    return move(comm, "MPI_Unpack", outbuf, outcount, datatype, &packed, position, true);
}
WEFT_MPI_NAME(Unpack)

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size)
{
    struct weft_mpi_comm *found;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Pack_size", &found));
    WEFT_TRY(weft_mpi_check_count(incount));
    WEFT_TRY(weft_mpi_check_type(datatype));
    *size = incount * (int)weft_mpi_size_of(datatype);
    if (!weft_mpi_is_int((weft_length)incount * weft_mpi_size_of(datatype))) {
        *size = MPI_UNDEFINED;
    }
    return MPI_SUCCESS;
}
WEFT_MPI_NAME(Pack_size)
