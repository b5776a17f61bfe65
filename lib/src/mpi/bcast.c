/* MPI_Bcast: a binomial tree. With ranks counted from the root, the parent of a rank is that rank without its lowest
 * set bit. */
#include "mpi_internal.h"

int weft_mpi_bcast(const struct weft_mpi_collective *collective, void *buffer, uint32_t bytes, int32_t root)
{
    const int32_t size = collective->group.size;
    const int32_t relative = (collective->group.rank - root + size) % size;
    int32_t bit = 1;
    int error = MPI_SUCCESS;
    while (bit < size && (relative & bit) == 0) {
        bit *= 2;
    }
    if (relative != 0) {
        error = weft_mpi_get(collective, buffer, bytes, (relative - bit + root) % size);
    }
    for (bit /= 2; bit > 0; bit /= 2) {
        if (relative + bit < size) {
            weft_mpi_put(collective, buffer, bytes, (relative + bit + root) % size);
        }
    }
    return error;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    struct weft_mpi_collective collective = {.comm = comm, .function = "MPI_Bcast", .tag = WEFT_MPI_TAG_BCAST};
    int error = weft_mpi_group(comm, collective.function, &collective.group);
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_root(comm, collective.function, &collective.group, root);
    }
    if (error == MPI_SUCCESS) {
        error = weft_mpi_check_buffer(comm, collective.function, buffer, count, datatype);
    }
    if (error != MPI_SUCCESS || collective.group.size == 1) {
        return error;
    }
    return weft_mpi_bcast(&collective, buffer, (uint32_t)count * weft_mpi_size(datatype), (int32_t)root);
}
