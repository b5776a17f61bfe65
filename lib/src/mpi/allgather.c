/* MPI_Allgather and MPI_Allgatherv: every rank gives its part to all others. */
#include "collective.h"

int PMPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    static const struct weft_mpi_distribution all = {"MPI_Allgather", WEFT_MPI_TAG_ALLGATHER, true, false, false};
    struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts in = {recvbuf, recvcount, recvtype, NULL, NULL, false};
    return weft_mpi_distribute(&all, &out, &in, 0, comm);
}
WEFT_MPI_NAME(Allgather)

int PMPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int displs[], MPI_Datatype recvtype, MPI_Comm comm)
{
    static const struct weft_mpi_distribution all = {"MPI_Allgatherv", WEFT_MPI_TAG_ALLGATHER, true, false, false};
    struct weft_mpi_parts out = {(void *)(uintptr_t)sendbuf, sendcount, sendtype, NULL, NULL, false};
    struct weft_mpi_parts in = {recvbuf, 0, recvtype, recvcounts, displs, false};
    return weft_mpi_distribute(&all, &out, &in, 0, comm);
}
WEFT_MPI_NAME(Allgatherv)
