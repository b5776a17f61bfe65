/* Buffers with a part for each rank, as collective operations take them. */
#include "collective.h"

static int count_of(const struct weft_mpi_parts *parts, int32_t rank)
{
    return parts->counts ? parts->counts[rank] : parts->count;
}

int weft_mpi_check_parts(const struct weft_mpi_collective *collective, const struct weft_mpi_parts *parts)
{
    for (int32_t rank = 0; rank < collective->comm->size; rank++) {
        struct weft_mpi_data data;
        WEFT_TRY(weft_mpi_check_data(collective->comm, collective->function, parts->buffer, count_of(parts, rank),
                                     parts->type, &data));
    }
    return MPI_SUCCESS;
}

struct weft_mpi_data weft_mpi_part(const struct weft_mpi_parts *parts, int32_t rank)
{
    const int count = count_of(parts, rank);
    const int first = parts->counts ? parts->displacements[rank] : (int)rank * parts->count;
    return (struct weft_mpi_data){
        .buffer = weft_mpi_element(parts->buffer, parts->type, first),
        .layout = weft_mpi_layout(parts->type),
        .bytes = (uint32_t)count * weft_mpi_any_size(parts->type),
    };
}
