/* MPI_Bcast: a binomial tree. With ranks numbered relative to the root, the parent of a rank is that rank without its
 * lowest set bit. */
#include "collective.h"

int weft_mpi_bcast(const struct weft_mpi_comm *comm, int32_t tag, const struct weft_mpi_data *data, int32_t root)
{
    const int32_t size = comm->size;
    const int32_t relative = (comm->rank - root + size) % size;
    int32_t bit = 1;
    int error = MPI_SUCCESS;
    while (bit < size && (relative & bit) == 0) {
        bit *= 2;
    }
    if (relative != 0) {
        error = weft_mpi_get(comm, tag, data, (relative - bit + root) % size);
    }
    for (bit /= 2; bit > 0; bit /= 2) {
        if (relative + bit < size) {
            weft_mpi_put(comm, tag, data, (relative + bit + root) % size);
        }
    }
    return error;
}

int PMPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    struct weft_mpi_comm *found;
    struct weft_mpi_data data;
    WEFT_TRY(weft_mpi_comm(comm, "MPI_Bcast", &found));
    WEFT_TRY(weft_mpi_check_root(root));
    WEFT_TRY(weft_mpi_check_data(buffer, count, datatype, &data));
    return weft_mpi_bcast(found, WEFT_MPI_TAG_BCAST, &data, (int32_t)root);
}
WEFT_MPI_NAME(Bcast)
